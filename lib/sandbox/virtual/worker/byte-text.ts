const PIECE = 8192;

/** One character per byte. In pieces: one call with a whole large file overflows the stack of a worker. */
export function latin1FromBytes(bytes: Uint8Array): string {
  if (bytes.byteLength <= PIECE) return String.fromCharCode(...bytes);
  if (isAscii(bytes)) return new TextDecoder().decode(bytes);
  const pieces: string[] = [];
  for (let start = 0; start < bytes.byteLength; start += PIECE) {
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + PIECE)));
  }
  return pieces.join("");
}

/** Far faster to read and write by the platform than byte by byte. */
function isAscii(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index += 1) if ((bytes[index] as number) > 0x7f) return false;
  return true;
}

export function bytesFromLatin1(text: string): Uint8Array {
  if (text.length > PIECE) {
    const encoded = new TextEncoder().encode(text);
    // A character above 0x7f would have taken two bytes.
    if (encoded.length === text.length) return encoded;
  }
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}

export function textFromBytes(bytes: Uint8Array, encoding: string): string {
  switch (encoding) {
    case "latin1":
    case "binary":
    case "ascii":
      return latin1FromBytes(bytes);
    case "base64":
      return btoa(latin1FromBytes(bytes));
    case "hex":
      return hexFromBytes(bytes);
    default:
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }
}

export function bytesFromText(content: string | Uint8Array, encoding: string): Uint8Array {
  if (typeof content !== "string") return content.slice();
  switch (encoding) {
    case "latin1":
    case "binary":
    case "ascii":
      return bytesFromLatin1(content);
    case "base64":
      return bytesFromLatin1(atob(content));
    case "hex":
      return Uint8Array.from(content.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    default:
      return new TextEncoder().encode(content);
  }
}

export function hexFromBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
