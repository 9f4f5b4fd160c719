/** What a secret may be called: the name of an environment variable. */
export const SECRET_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What authored code holds in the place of a value; the server puts the value in on the way to a granted host. */
export function secretHandle(name: string): string {
  return `{{secret:${name}}}`;
}

/** All handles in a text, each with its name. A fresh one for every use: it keeps its place. */
export function secretHandles(): RegExp {
  return /\{\{secret:([A-Za-z_][A-Za-z0-9_]*)\}\}/g;
}
