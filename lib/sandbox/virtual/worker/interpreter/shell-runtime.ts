/** Everything that the repaired interpreter calls (`scripts/repair-just-bash`). */
export { arrayPairs, arrayText, arrayValues } from "./array-text";
export { startInBackground } from "./background-process";
export { bash } from "./bash-command";
export { bytesOfText, textOfBytes } from "./byte-strings";
export { capitals } from "./capitals";
export { Capture, captured, redirected, staged, substituted } from "./capture";
export { functionText } from "./command-text";
export { simpleCommand, withReturnTrap } from "./command-traps";
export { assignmentText, declarationsText, declarationText } from "./declaration-text";
export { hideInput } from "./descriptors";
export { directoryArray, directoryOfTilde } from "./directory-stack";
export { withChangedElements } from "./each-element";
export { located, namesLine, unreadable } from "./error-place";
export { readEscapes } from "./escapes";
export { exportFunctions } from "./exported-functions";
export { globstar } from "./globstar";
export { calculate, integer, integerLiteral, negate } from "./integer";
export { use } from "./interpreter";
export { limitMessage } from "./limit-message";
export { announced, announceError, finish, liveFor, runsOne } from "./live-frame";
export { singleQuoted, tracedWord } from "./quote-word";
export { replaced, replacement } from "./replacement";
export { runScriptFile } from "./run-script-file";
export { runSubshell, runWhole } from "./run-shell";
export { choices, positional } from "./select";
export { severalLists } from "./several-lists";
export { builtin } from "./shell-builtins";
export { optionCommands, optionList } from "./shell-options";
export { enabledOptions } from "./shopt";
export {
  exportedNames,
  firstArrays,
  noteTraceOptions,
  optionLetters,
  specialVariable,
  unsetExitCode,
} from "./special-variables";
export { takeAttributesAway } from "./take-attributes-away";
export { takeTurn } from "./take-turns";
export { timeText } from "./time-text";
export { afterError, runPending } from "./traps";
