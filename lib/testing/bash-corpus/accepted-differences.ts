/**
 * Snippets whose output differs without an error, and why that is right here: never because something is missing, only
 * because the world the snippet asks about is another one.
 */
export const acceptedDifferences: Readonly<Record<string, string>> = {
  "jq 62": "the recording is jq 1.6's, which exits with 4 on text that is no JSON; ours, as every later jq, with 5",
  "jq 79": "the recording is jq 1.6's, which prints a large number rounded; ours, as every later jq, keeps its digits",
  "grep 13": "the recording has the order in which the disk lists its entries; ours is sorted",
};

/** Snippets that the shell still answers wrongly without a word. Each is a fault to mend; a new one fails the test. */
export const knownFaults: Readonly<Record<string, string>> = {
  "arrays 11": "an IFS that is assigned in the same command does not yet hold for the array after it",
  "control-flow 80": "$0 of a script is its absolute path instead of the one it was called by",
};
