/** What one character set makes of text and of bytes. Undefined for what it cannot say. */
export interface CharacterSet {
  /** Throws when the bytes are none of this set. */
  decode: (bytes: Uint8Array) => string;
  /** Bytes put before the first character. */
  mark: readonly number[];
  encode: (character: string) => readonly number[] | undefined;
}

const PLAIN: Readonly<Record<string, string>> = {
  UTF8: "utf-8",
  ASCII: "ascii",
  USASCII: "ascii",
  ANSIX341968: "ascii",
  LATIN1: "latin1",
  L1: "latin1",
  ISO88591: "latin1",
  SJIS: "shift_jis",
  SHIFTJIS: "shift_jis",
  EUCJP: "euc-jp",
  EUCKR: "euc-kr",
  BIG5: "big5",
  GBK: "gbk",
  GB2312: "gbk",
  KOI8R: "koi8-r",
  KOI8U: "koi8-u",
  MACINTOSH: "macintosh",
};
/** 0x80 to 0x9f of windows-1252, written out because some platforms read it as ISO-8859-1. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
const DOUBLE_BYTE = new Set(["shift_jis", "euc-jp", "euc-kr", "big5", "gbk"]);

/** The character set of a name as iconv knows it, undefined for one that is not known here. */
export function characterSet(written: string): CharacterSet | undefined {
  const name = written.toUpperCase().replace(/[-_:. ]/g, "");
  const wide = /^(UTF16|UTF32|UCS2|UCS4)(LE|BE)?$/.exec(name);
  if (wide !== null) return wideSet(/^(?:UTF16|UCS2)$/.test(wide[1] as string) ? 2 : 4, wide[2]);
  const windows = /^(?:CP|WINDOWS)(125[0-8]|874)$/.exec(name)?.[1];
  const iso = /^(?:ISO8859|LATIN)(\d+)$/.exec(name);
  const isoNumber = iso !== null && name.startsWith("ISO") ? iso[1] : undefined;
  const label =
    PLAIN[name] ??
    (windows === undefined ? undefined : `windows-${windows}`) ??
    // The Encoding Standard reads 9 and 11 as sets of Windows, which they are not.
    (isoNumber !== undefined && !["9", "11", "12"].includes(isoNumber) ? `iso-8859-${isoNumber}` : undefined);
  if (label === "utf-8") return utf8;
  if (label === "ascii") return lowBytes(0x80);
  if (label === "windows-1252") return windows1252;
  if (label === "latin1") return lowBytes(0x100);
  return label === undefined ? undefined : tableSet(label);
}

const utf8: CharacterSet = {
  decode: (bytes) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
  mark: [],
  encode: (character) => [...new TextEncoder().encode(character)],
};

function lowBytes(end: number): CharacterSet {
  return {
    decode: (bytes) =>
      Array.from(bytes, (byte) => {
        if (byte >= end) throw new RangeError("not of this set");
        return String.fromCharCode(byte);
      }).join(""),
    mark: [],
    encode: (character) => ((character.codePointAt(0) as number) < end ? [character.charCodeAt(0)] : undefined),
  };
}

const latin1 = lowBytes(0x100);
const windows1252: CharacterSet = {
  decode: (bytes) =>
    latin1.decode(bytes).replace(/[\x80-\x9f]/g, (high) => WINDOWS_1252.charAt(high.charCodeAt(0) - 0x80)),
  mark: [],
  encode: (character) => {
    const place = WINDOWS_1252.indexOf(character);
    return place >= 0 ? [0x80 + place] : latin1.encode(character);
  },
};

function wideSet(size: 2 | 4, order: string | undefined): CharacterSet {
  const write = (value: number, bytes: number, big: boolean): number[] => {
    const shifts = Array.from({ length: bytes }, (_, index) => index * 8);
    return (big ? shifts.reverse() : shifts).map((shift) => (value >>> shift) & 0xff);
  };
  return {
    decode: (bytes) => {
      if (bytes.length % size !== 0) throw new RangeError("incomplete");
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const first = bytes.length < size ? 0 : size === 2 ? view.getUint16(0) : view.getUint32(0);
      const big = order === "BE" || (order === undefined && first === 0xfeff);
      const marked = order === undefined && (first === 0xfeff || first === (size === 2 ? 0xfffe : 0xfffe0000));
      const body = bytes.subarray(marked ? size : 0);
      if (size === 2)
        return new TextDecoder(big ? "utf-16be" : "utf-16le", { fatal: true, ignoreBOM: true }).decode(body);
      const points = new DataView(body.buffer, body.byteOffset, body.byteLength);
      let text = "";
      for (let at = 0; at < body.length; at += 4) text += String.fromCodePoint(points.getUint32(at, !big));
      return text;
    },
    mark: order === undefined ? write(0xfeff, size, false) : [],
    encode: (character) => {
      const big = order === "BE";
      if (size === 4) return write(character.codePointAt(0) as number, 4, big);
      return [...Array(character.length).keys()].flatMap((at) => write(character.charCodeAt(at), 2, big));
    },
  };
}

/** The platform decodes many sets and encodes none of them: what it decodes every code to is turned around. */
function tableSet(label: string): CharacterSet | undefined {
  const decoder = new TextDecoder(label, { fatal: true });
  const codes = new Map<string, readonly number[]>();
  const learn = (code: readonly number[]): void => {
    try {
      const character = decoder.decode(Uint8Array.from(code));
      if ([...character].length === 1 && !codes.has(character)) codes.set(character, code);
    } catch {
      // No character has this code.
    }
  };
  let learnt = false;
  const learnAll = (): void => {
    learnt = true;
    for (let byte = 0; byte < 0x100; byte += 1) learn([byte]);
    if (!DOUBLE_BYTE.has(label)) return;
    for (let lead = 0x81; lead < 0xff; lead += 1) {
      for (let trail = 0x40; trail < 0xff; trail += 1) learn([lead, trail]);
    }
  };
  return {
    decode: (bytes) => decoder.decode(bytes),
    mark: [],
    encode: (character) => {
      if (!learnt) learnAll();
      return codes.get(character);
    },
  };
}
