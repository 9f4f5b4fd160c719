const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32. */
export function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (let index = 0; index < bytes.length; index += 1) {
    value = (value >>> 8) ^ (table[(value ^ (bytes[index] as number)) & 0xff] as number);
  }
  return (value ^ 0xffffffff) >>> 0;
}
