/** What a new tool file begins with: whole, callable, and short enough to be replaced. */
export function newToolText(path: string): string {
  const name = path.replace(/^tools\//, "").replace(/\.ts$/, "");
  const identifier = name
    .replace(/[-_]+([A-Za-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
    .replace(/^[^A-Za-z_]/, "_$&");
  return `import { tool } from "toolwright";
import { z } from "zod";

export const ${identifier} = tool({
  name: "${name}",
  description: "Say what it does, for the model that chooses it.",
  parameters: z.object({
    text: z.string().describe("What to work on"),
  }),
  async execute({ text }, context) {
    context.log("called with", text);
    return { text };
  },
});
`;
}
