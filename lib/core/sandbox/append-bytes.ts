/** Buffer → where its spare room begins. */
const spareRoom = new WeakMap<ArrayBufferLike, number>();

/**
 * `head` followed by `tail`, without touching what `head` shows. While the spare room after `head` belongs to nobody it is used,
 * so that many small appends stay cheap.
 */
export function appendBytes(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const end = head.byteOffset + head.byteLength;
  const length = head.byteLength + tail.byteLength;
  if (spareRoom.get(head.buffer) === end && end + tail.byteLength <= head.buffer.byteLength) {
    const grown = new Uint8Array(head.buffer, head.byteOffset, length);
    grown.set(tail, head.byteLength);
    spareRoom.set(head.buffer, end + tail.byteLength);
    return grown;
  }
  const buffer = new ArrayBuffer(length < 4096 ? length : Math.ceil(length * 1.5));
  const grown = new Uint8Array(buffer, 0, length);
  grown.set(head);
  grown.set(tail, head.byteLength);
  spareRoom.set(buffer, length);
  return grown;
}
