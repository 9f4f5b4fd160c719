/**
 * Snippets whose output differs without an error, and why that is right here: never because something is missing, only
 * because the world the snippet asks about is another one.
 */
export const acceptedDifferences: Readonly<Record<string, string>> = {};
