import sniffEncoding from "html-encoding-sniffer";

const UNDECLARED = "undeclared";

/** A page's bytes as text, in the charset that it or its server declares; without one it is UTF-8, or Windows-1252 if it cannot be. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const declared = /charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1];
  const label = sniffEncoding(bytes, { transportLayerEncodingLabel: declared, defaultEncoding: UNDECLARED });
  if (label !== UNDECLARED) return decode(bytes, label, false) ?? new TextDecoder().decode(bytes);
  return decode(bytes, "utf-8", true) ?? new TextDecoder("windows-1252").decode(bytes);
}

/** Undefined for a charset that this platform does not know, and when `fatal` for bytes that are none; a cut end is no fault. */
function decode(bytes: Uint8Array, label: string, fatal: boolean): string | undefined {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
