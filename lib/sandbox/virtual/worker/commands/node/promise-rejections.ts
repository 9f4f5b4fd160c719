import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from "quickjs-emscripten";
import type { Engine } from "./quickjs-engine";

/** `(module (import "host" "note" (func (param i32 i64 i64 i32 i32))) (export "note" (func 0)))` */
const TRAMPOLINE = Uint8Array.from([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 9, 1, 0x60, 5, 0x7f, 0x7e, 0x7e, 0x7f, 0x7f, 0, 2, 13, 1, 4, 0x68, 0x6f, 0x73,
  0x74, 4, 0x6e, 0x6f, 0x74, 0x65, 0, 0, 7, 8, 1, 4, 0x6e, 0x6f, 0x74, 0x65, 0, 0,
]);
/** How far the place of the interrupt handler is searched from the beginning of the runtime's own record. */
const RUNTIME_BYTES = 4096;
const VALUE_BYTES = 8;

/** What of the library's insides is needed; it is pinned to one version, and a test sees each rejection arrive. */
interface RuntimeInside {
  rt: { value: number };
  ffi: { QTS_DupValuePointer(context: number, value: number): number };
  module: { _malloc(bytes: number): number; _free(pointer: number): void };
}
interface ContextInside {
  ctx: { value: number };
  memory: { heapValueHandle(pointer: number): QuickJSHandle };
}

/**
 * The promises that were rejected and that nobody handles. The engine tells them to a callback that its JavaScript wrapper
 * gives no access to, so the callback is written into the engine's own record, behind the interrupt handler, whose place is
 * found by setting it. Call before the interrupt handler is set for good.
 */
export class PromiseRejections {
  private readonly rejected: { promise: bigint; reason: QuickJSHandle }[] = [];

  private constructor() {}

  static watch({ memory, table }: Engine, runtime: QuickJSRuntime, context: QuickJSContext): PromiseRejections {
    const rejections = new PromiseRejections();
    const inside = runtime as unknown as RuntimeInside;
    const { ctx, memory: handles } = context as unknown as ContextInside;
    const start = inside.rt.value;
    const words = () => new Uint32Array(memory.buffer, start, RUNTIME_BYTES / 4);
    const before = words().slice();
    runtime.setInterruptHandler(() => false);
    const place = words().findIndex((word, index) => word !== before[index]);
    runtime.removeInterruptHandler();
    if (place < 0) throw new Error("The language engine has an unknown shape.");

    const note = (_context: number, promise: bigint, reason: bigint, isHandled: number) => {
      if (isHandled) return rejections.forget(promise);
      const scratch = inside.module._malloc(VALUE_BYTES);
      new DataView(memory.buffer).setBigInt64(scratch, reason, true);
      const copy = inside.ffi.QTS_DupValuePointer(ctx.value, scratch);
      inside.module._free(scratch);
      rejections.rejected.push({ promise, reason: handles.heapValueHandle(copy) });
    };
    const trampoline = new WebAssembly.Instance(new WebAssembly.Module(TRAMPOLINE), { host: { note } });
    const slot = table.grow(1, trampoline.exports.note);
    words()[place + 2] = slot;
    return rejections;
  }

  /** The reason of the oldest rejection that is unhandled; the taker disposes it. */
  take(): QuickJSHandle | undefined {
    return this.rejected.shift()?.reason;
  }

  dispose(): void {
    for (const { reason } of this.rejected.splice(0)) reason.dispose();
  }

  private forget(promise: bigint): void {
    const at = this.rejected.findLastIndex((rejection) => rejection.promise === promise);
    if (at >= 0) this.rejected.splice(at, 1)[0]?.reason.dispose();
  }
}
