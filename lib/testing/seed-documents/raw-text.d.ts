/** A file as its text, by the test runner. */
declare module "*.md?raw" {
  const text: string;
  export default text;
}
