import { latin1FromBytes } from "../byte-text";
import * as lossless from "../commands/tool/lossless-text";

const ASCII = /^\p{ASCII}*$/u;

/** The text of a string that holds one character per byte; what holds other characters is text already. */
export function textOfBytes(bytes: string): string {
  return /[\u0100-\uffff]/.test(bytes) ? bytes : lossless.textOfByteString(bytes);
}

/** A string that holds one character per byte. */
export function bytesOfText(text: string): string {
  return ASCII.test(text) ? text : latin1FromBytes(lossless.bytesOfText(text));
}
