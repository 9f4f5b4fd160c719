/** The text of a file with all it imports; `scripts/bundle-guest-code.mjs` makes it. */
declare module "*?bundled" {
  const code: string;
  export default code;
}
