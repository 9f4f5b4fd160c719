/** Under it a function carries what `util.promisify` makes of it. */
export const PROMISIFIED = Symbol.for("nodejs.util.promisify.custom");
