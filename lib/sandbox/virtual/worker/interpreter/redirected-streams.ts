import type { OutputStream } from "./live-frame";

export interface Redirection {
  fd?: number | null;
  operator: string;
  fdVariable?: string;
  target?: { source?: string };
}

/**
 * Which of the standard streams a list of redirections takes, and whether both end up at one place (`> file 2>&1`), where
 * their order shows.
 */
export function redirectedStreams(redirections: readonly Redirection[]): {
  read: Set<OutputStream>;
  together: boolean;
} {
  const places: Record<OutputStream, string> = { stdout: "stdout", stderr: "stderr" };
  const read = new Set<OutputStream>();
  const put = (stream: OutputStream, place: string): void => {
    places[stream] = place;
    read.add(stream);
  };
  for (const [index, { fd, operator, fdVariable, target }] of redirections.entries()) {
    if (fdVariable !== undefined) continue;
    const source = target?.source ?? "";
    const file = `file ${index}`;
    if (operator === "&>" || operator === "&>>" || (operator === ">&" && fd == null && !/^[\d-]/.test(source))) {
      put("stdout", file);
      put("stderr", file);
      continue;
    }
    const stream = (fd ?? (operator.startsWith("<") ? 0 : 1)) === 1 ? "stdout" : fd === 2 ? "stderr" : undefined;
    if (stream === undefined) continue;
    if (operator === ">&" || operator === "<&") {
      put(stream, source === "1" ? places.stdout : source === "2" ? places.stderr : `descriptor ${source}`);
    } else put(stream, file);
  }
  return { read, together: read.size > 0 && places.stdout === places.stderr };
}
