/** Takes something out of a text that comes in pieces. `push` gives what is decided by now, `flush` the rest. */
export interface TextScanner {
  push(piece: string): string;
  flush(): string;
}
