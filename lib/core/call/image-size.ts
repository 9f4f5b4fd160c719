import { imageMediaType } from "./image-data";

export interface ImageSize {
  width: number;
  height: number;
}

/** Width and height in pixels as the file's head says, or `undefined` where it is damaged or ends before it says. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = readSize(bytes, view);
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readSize(bytes: Uint8Array, view: DataView): ImageSize | undefined {
  switch (imageMediaType(bytes)) {
    case "image/png":
      return nameAt(bytes, 12) === "IHDR" ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined;
    case "image/gif":
      return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    case "image/webp":
      return webpSize(bytes, view);
    case "image/jpeg":
      return jpegSize(view);
    default:
      return undefined;
  }
}

function webpSize(bytes: Uint8Array, view: DataView): ImageSize | undefined {
  switch (nameAt(bytes, 12)) {
    case "VP8 ":
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: (view.getUint32(24, true) & 0xffffff) + 1, height: (view.getUint32(26, true) >>> 8) + 1 };
    default:
      return undefined;
  }
}

/** Walks the segments to the frame header: SOF0 to SOF15 without the three markers among them that mean something else. */
function jpegSize(view: DataView): ImageSize | undefined {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    const length = view.getUint16(at + 2);
    if (length < 2) return undefined;
    at += 2 + length;
  }
}

function nameAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
