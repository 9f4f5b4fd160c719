import { Buffer } from "buffer";

/** The interpreter's gzip commands take Node's `Buffer` for a global. */
Object.assign(globalThis, { Buffer });

export { Buffer };
