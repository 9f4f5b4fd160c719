import { Buffer } from "buffer";

const NAMES: Readonly<Record<string, BufferEncoding>> = {
  utf8: "utf8",
  "utf-8": "utf8",
  latin1: "latin1",
  "iso-8859-1": "latin1",
  ascii: "latin1",
  "us-ascii": "latin1",
  "utf-16le": "utf16le",
  utf16le: "utf16le",
};

export class TextEncoder {
  readonly encoding = "utf-8";
  encode(text = ""): Uint8Array {
    return new Uint8Array(Buffer.from(String(text), "utf8"));
  }
}

/** How many bytes at the end are the beginning of a character that is not there yet. */
function incompleteTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.byteLength); back += 1) {
    const byte = bytes[bytes.byteLength - back] as number;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

export class TextDecoder {
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  #name: BufferEncoding;
  #held = new Uint8Array();
  #isBegun = false;

  constructor(label = "utf-8", options: { fatal?: boolean; ignoreBOM?: boolean } = {}) {
    const name = NAMES[String(label).trim().toLowerCase()];
    if (name === undefined) throw new RangeError(`The "${label}" encoding is not supported`);
    this.#name = name;
    this.encoding = name === "utf8" ? "utf-8" : name === "latin1" ? "windows-1252" : "utf-16le";
    this.fatal = options.fatal ?? false;
    this.ignoreBOM = options.ignoreBOM ?? false;
  }
  decode(input: ArrayBuffer | ArrayBufferView = new Uint8Array(), { stream = false } = {}): string {
    const piece = ArrayBuffer.isView(input)
      ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
      : new Uint8Array(input);
    let bytes: Uint8Array = Buffer.concat([this.#held, piece]);
    const tail = stream && this.#name === "utf8" ? incompleteTail(bytes) : 0;
    this.#held = bytes.slice(bytes.byteLength - tail);
    bytes = bytes.subarray(0, bytes.byteLength - tail);
    let text = Buffer.from(bytes).toString(this.#name);
    if (this.fatal && this.#name === "utf8" && !Buffer.from(text, "utf8").equals(bytes)) {
      throw Object.assign(new TypeError("The encoded data was not valid for encoding utf-8"), {
        code: "ERR_ENCODING_INVALID_ENCODED_DATA",
      });
    }
    if (!this.#isBegun && !this.ignoreBOM) text = text.replace(/^\ufeff/, "");
    this.#isBegun = stream;
    return text;
  }
}
