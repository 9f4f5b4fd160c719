const NEWLINE = 10;

/** `-l`: `count` records each, which end at `separator`. */
export function* byLines(bytes: Uint8Array, count: number, separator: number): Generator<Uint8Array> {
  let start = 0;
  let seen = 0;
  for (let at = bytes.indexOf(separator); at >= 0; at = bytes.indexOf(separator, at + 1)) {
    seen += 1;
    if (seen < count) continue;
    yield bytes.subarray(start, at + 1);
    start = at + 1;
    seen = 0;
  }
  if (start < bytes.length) yield bytes.subarray(start);
}

/** `-b` */
export function* byBytes(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** `-C`: whole records, as many as fit in `size`; one that is longer is broken. */
export function* byLineBytes(bytes: Uint8Array, size: number, separator: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const limit = Math.min(start + size, bytes.length);
    const end = limit === bytes.length ? limit : bytes.lastIndexOf(separator, limit - 1) + 1;
    const cut = end > start ? end : limit;
    yield bytes.subarray(start, cut);
    start = cut;
  }
}

/** `-n N`: that many pieces of one size; the last takes what is left over. */
export function inChunks(bytes: Uint8Array, count: number): Uint8Array[] {
  const size = Math.floor(bytes.length / count);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * size, index === count - 1 ? bytes.length : (index + 1) * size),
  );
}

/** `-n l/N`: the same, but a record goes whole to the piece in which it begins. */
export function inLineChunks(bytes: Uint8Array, count: number, separator = NEWLINE): Uint8Array[] {
  const size = Math.floor(bytes.length / count);
  const chunks: Uint8Array[] = [];
  let start = 0;
  for (let index = 0; index < count; index += 1) {
    const wanted = index === count - 1 ? bytes.length : (index + 1) * size;
    let end = start;
    if (wanted > start) {
      const found = bytes.indexOf(separator, wanted - 1);
      end = found < 0 ? bytes.length : found + 1;
    }
    chunks.push(bytes.subarray(start, end));
    start = end;
  }
  return chunks;
}

/** `-n r/N`: the records dealt out in turn. */
export function dealtOut(bytes: Uint8Array, count: number, separator: number): Uint8Array[] {
  const hands: Uint8Array[][] = Array.from({ length: count }, () => []);
  let turn = 0;
  for (const record of byLines(bytes, 1, separator)) {
    hands[turn % count]?.push(record);
    turn += 1;
  }
  return hands.map((records) => {
    const whole = new Uint8Array(records.reduce((length, record) => length + record.length, 0));
    let at = 0;
    for (const record of records) {
      whole.set(record, at);
      at += record.length;
    }
    return whole;
  });
}
