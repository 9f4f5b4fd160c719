const PAGE_BYTES = 65_536;
const MEMORY_SECTION = 5;
const HEADER_BYTES = 8;
const HAS_MAXIMUM = 1;

export type CappedModule = { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; message: string };

/**
 * The module with a maximum on its memory, so that the engine itself refuses to let it grow further. A module exports its own
 * memory, which nobody outside can bound once it is compiled; a lower maximum of its own stays.
 */
export function capModuleMemory(module: Uint8Array, limitBytes: number): CappedModule {
  const limit = Math.floor(limitBytes / PAGE_BYTES);
  if (!isModule(module)) return { ok: false, message: "wasmModule is not a WebAssembly module" };
  try {
    for (let at = HEADER_BYTES; at < module.byteLength; ) {
      const size = readNumber(module, at + 1);
      const end = size.next + size.value;
      if (end > module.byteLength) return { ok: false, message: "wasmModule is cut off" };
      if (module[at] === MEMORY_SECTION) {
        const section = cappedSection(module, size.next, limit);
        return section.ok
          ? { ok: true, bytes: joined([module.subarray(0, at), section.bytes, module.subarray(end)]) }
          : section;
      }
      at = end;
    }
    // Without a memory of its own there is nothing to bound; the runner says that it needs one.
    return { ok: true, bytes: new Uint8Array(module) };
  } catch {
    return { ok: false, message: "wasmModule is cut off" };
  }
}

function isModule(bytes: Uint8Array): boolean {
  return [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00].every((byte, index) => bytes[index] === byte);
}

function cappedSection(module: Uint8Array, start: number, limit: number): CappedModule {
  const count = readNumber(module, start);
  if (count.value !== 1) return { ok: false, message: `the module has ${count.value} memories; only one is supported` };
  const flags = readNumber(module, count.next);
  if (flags.value > HAS_MAXIMUM) {
    return { ok: false, message: "the module asks for shared or 64-bit memory, which is not supported" };
  }
  const least = readNumber(module, flags.next);
  if (least.value > limit) {
    return {
      ok: false,
      message: `the module starts with ${least.value * PAGE_BYTES} bytes of memory, more than its limit of ${limit * PAGE_BYTES}`,
    };
  }
  const own = flags.value === HAS_MAXIMUM ? readNumber(module, least.next).value : limit;
  const body = [1, HAS_MAXIMUM, ...written(least.value), ...written(Math.min(own, limit))];
  return { ok: true, bytes: Uint8Array.from([MEMORY_SECTION, ...written(body.length), ...body]) };
}

/** An unsigned LEB128 number of at most 32 bits. */
function readNumber(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0;
  for (let index = 0; index < 5; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, next: at + index + 1 };
  }
  throw new RangeError("The number does not end.");
}

function written(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
