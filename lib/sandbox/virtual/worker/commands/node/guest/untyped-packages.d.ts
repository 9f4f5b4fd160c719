declare module "path-browserify" {
  import path from "node:path";
  export default path;
}

/** With a slash it is the package, and not Node's own module. */
declare module "events/" {
  export { EventEmitter } from "node:events";
}

declare module "assert/" {
  import assert from "node:assert";
  export default assert;
}

declare module "readable-stream" {
  export { Duplex, finished, PassThrough, pipeline, Readable, Stream, Transform, Writable } from "node:stream";
}

declare module "string_decoder/" {
  export { StringDecoder } from "node:string_decoder";
}
