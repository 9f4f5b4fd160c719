import { defineCommand } from "just-bash/browser";

const COULD_NOT_CONNECT = 7;
const NETWORK_FAILURE = 4;
const ADVICE =
  "the embedded shell has no network; use a tool that reaches out (httpRequest, webScrape, or fetch in a tool), which the server checks";

/** The two programs that people reach out with. They fail as if nothing answered, and say what does reach out. */
export const curl = defineCommand("curl", async (given) => ({
  stdout: "",
  stderr: `curl: (${COULD_NOT_CONNECT}) Failed to connect${target(given)}: ${ADVICE}\n`,
  exitCode: COULD_NOT_CONNECT,
}));

export const wget = defineCommand("wget", async (given) => ({
  stdout: "",
  stderr: `wget: unable to connect${target(given)}: ${ADVICE}\n`,
  exitCode: NETWORK_FAILURE,
}));

function target(given: readonly string[]): string {
  const address = given.findLast((argument) => /^(?!-).*[./:]/.test(argument));
  return address === undefined ? "" : ` to ${address}`;
}
