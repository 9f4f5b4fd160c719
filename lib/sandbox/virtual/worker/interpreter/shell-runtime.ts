/** Everything that the repaired interpreter calls (`scripts/repair-just-bash`). */
export { arrayPairs, arrayText, arrayValues } from "./array-text";
export { startInBackground } from "./background-process";
export { Capture, captured, redirected, staged, substituted } from "./capture";
export { calculate, integer, integerLiteral, negate } from "./integer";
export { use } from "./interpreter";
export { limitMessage } from "./limit-message";
export { announced, announceError, finish, liveFor, runsOne } from "./live-frame";
export { runSubshell, runWhole } from "./run-shell";
export { builtin } from "./shell-builtins";
export { takeTurn } from "./take-turns";
export { afterError, runPending } from "./traps";
