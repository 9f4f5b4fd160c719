const SNIFFED_BYTES = 8000;

/** Whether bytes are not text: a NUL in their beginning, which no UTF-8 text of a person holds. */
export function isBinary(data: Uint8Array): boolean {
  return data.subarray(0, SNIFFED_BYTES).includes(0);
}
