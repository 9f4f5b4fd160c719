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
