import { closeOutputPlace, openOutputPlace } from "../output-place";
import type { InterpreterContext, ShellState } from "./interpreter";
import type { OutputStream } from "./live-frame";

/** How the interpreter writes descriptors in its table. */
const SAME_AS = "__dupout__:";
const APPENDS_TO = "__file_append__:";
const STREAMS: readonly [descriptor: 1 | 2, stream: OutputStream][] = [
  [1, "stdout"],
  [2, "stderr"],
];

/**
 * Somebody begins to read the standard streams: descriptors that were made of them before (`exec 3>&1`) go on to where they
 * went. Gives the function that puts the table back.
 */
export function beginReading(context: InterpreterContext, read: ReadonlySet<OutputStream>): () => void {
  const { state } = context;
  const table = state.fileDescriptors;
  if (table === undefined || table.size === 0) return () => {};
  const before = new Map(table);
  const replaced = new Map<number, string>();
  const opened: string[] = [];
  for (const [descriptor, stream] of STREAMS) {
    if (!read.has(stream)) continue;
    let path: string | undefined;
    for (const [other, entry] of before) {
      if (other === descriptor || entry !== `${SAME_AS}${descriptor}`) continue;
      path ??= openOutputPlace(writerTo(context, stream));
      replaced.set(other, `${APPENDS_TO}${path}`);
    }
    if (path !== undefined) opened.push(path);
    if (!state.inputFds?.has(descriptor)) table.delete(descriptor);
  }
  for (const [descriptor, entry] of replaced) table.set(descriptor, entry);
  return () => {
    for (const path of opened) closeOutputPlace(path);
    for (const [descriptor, entry] of replaced) {
      if (state.fileDescriptors?.get(descriptor) === entry) {
        state.fileDescriptors.set(descriptor, before.get(descriptor) as string);
      }
    }
    for (const [descriptor, stream] of STREAMS) {
      const entry = before.get(descriptor);
      if (read.has(stream) && entry !== undefined && !state.fileDescriptors?.has(descriptor)) {
        state.fileDescriptors?.set(descriptor, entry);
      }
    }
  };
}

/** Writes to what the stream is now, also when it is something else by then. */
function writerTo({ live, capture }: InterpreterContext, stream: OutputStream): (text: string) => void {
  if (live !== undefined) return (text) => live.sink.write(stream, text);
  return (text) => capture?.add({ stdout: "", stderr: "", [stream]: text });
}

/** What a subshell does to its descriptors is its own, except that what it has read of an input is read. */
export function ownDescriptors(state: ShellState): () => void {
  const { fileDescriptors, inputFds, fdAliases, closedStandardFds, nextFd } = state;
  if (fileDescriptors === undefined) {
    return () => Object.assign(state, { fileDescriptors, inputFds, fdAliases, closedStandardFds, nextFd });
  }
  state.fileDescriptors = new Map(fileDescriptors);
  state.inputFds = inputFds && new Set(inputFds);
  state.fdAliases = fdAliases && new Map(fdAliases);
  state.closedStandardFds = closedStandardFds && new Set(closedStandardFds);
  const own = state.fileDescriptors;
  return () => {
    for (const [descriptor, entry] of fileDescriptors) {
      const left = own.get(descriptor);
      if (left === undefined || left === entry || !inputFds?.has(descriptor)) continue;
      if (entry.endsWith(left)) fileDescriptors.set(descriptor, left);
    }
    Object.assign(state, { fileDescriptors, inputFds, fdAliases, closedStandardFds, nextFd });
  };
}

/** Commands read what they are given, not what the shell has opened as its input (`exec < file`), until it is shown again. */
export function hideInput(state: ShellState): () => void {
  const { fileDescriptors, inputFds } = state;
  const entry = fileDescriptors?.get(0);
  if (fileDescriptors === undefined || entry === undefined) return () => {};
  const isInput = inputFds?.has(0);
  fileDescriptors.delete(0);
  inputFds?.delete(0);
  return () => {
    fileDescriptors.set(0, entry);
    if (isInput) inputFds?.add(0);
  };
}
