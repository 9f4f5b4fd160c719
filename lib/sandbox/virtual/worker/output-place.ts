/** Paths that stand for places where output goes: the terminal, or whoever reads a command (`exec 3>&1` outside of `$( )`). */
const FOLDER = "/dev/.output/";

const places = new Map<string, (text: string) => void>();
let made = 0;

/** A path; what is appended to it is given to `write`, until it is closed. */
export function openOutputPlace(write: (text: string) => void): string {
  made += 1;
  const path = `${FOLDER}${made}`;
  places.set(path, write);
  return path;
}

export function closeOutputPlace(path: string): void {
  places.delete(path);
}

export function outputPlace(path: string): ((text: string) => void) | undefined {
  return path.startsWith(FOLDER) ? places.get(path) : undefined;
}
