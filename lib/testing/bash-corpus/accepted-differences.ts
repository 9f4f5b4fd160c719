/**
 * Snippets whose output differs without an error, and why that is right here: never because something is missing, only
 * because the world the snippet asks about is another one.
 */
export const acceptedDifferences: Readonly<Record<string, string>> = {
  "jq 62": "the recording is jq 1.6's, which exits with 4 on text that is no JSON; ours, as every later jq, with 5",
  "jq 79": "the recording is jq 1.6's, which prints a large number rounded; ours, as every later jq, keeps its digits",
  "builtins 42": "/workspace, which its CDPATH names, was another folder in the recording",
  "options-and-errors 31": "there is no /etc here to be called as a command",
  "grep 13": "the recording has the order in which the disk lists its entries; ours is sorted",
};
