import { defineCommand } from "just-bash/browser";
import { failed } from "./command-result";

/** `rm` whose `-f` forgives only what is missing: the built-in's hides that nothing was removed. */
export const rm = defineCommand("rm", async (given, context) => {
  if (context.origCommand === undefined) return failed("rm", "not available", 127);
  const result = await context.origCommand(given);
  if (result.exitCode !== 0) return result;
  const end = given.indexOf("--");
  const names = given.filter((argument, at) => at !== end && (!argument.startsWith("-") || (end >= 0 && at > end)));
  let { stderr } = result;
  for (const name of names) {
    const path = context.fs.resolvePath(context.cwd, name);
    const stays = await context.fs.lstat(path).then(
      () => true,
      () => false,
    );
    if (stays) stderr += `rm: cannot remove '${name}': Read-only file system\n`;
  }
  return { ...result, stderr, exitCode: stderr === result.stderr ? 0 : 1 };
});
