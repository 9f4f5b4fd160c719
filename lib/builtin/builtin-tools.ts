import { toolset } from "@/lib/core/tool/toolset";
import { base64Decode } from "./base64-decode";
import { base64Encode } from "./base64-encode";
import { calculator } from "./calculator/calculator";
import { datetime } from "./datetime";
import { exec } from "./exec";
import { fileDelete } from "./file-delete";
import { fileExists } from "./file-exists";
import { fileList } from "./file-list";
import { fileRead } from "./file-read";
import { fileWrite } from "./file-write";
import { hash } from "./hash";
import { jsonParse } from "./json-parse";
import { jsonStringify } from "./json-stringify";
import { randomNumber } from "./random-number";
import { randomString } from "./random-string";
import { regexMatch } from "./regex-match";
import { regexReplace } from "./regex-replace";
import { sleep } from "./sleep";
import { uuid } from "./uuid";

/** Every built-in tool that runs in the browser, as one list. */
export const builtinTools = toolset(
  calculator,
  datetime,
  uuid,
  fileRead,
  fileWrite,
  fileList,
  fileExists,
  fileDelete,
  exec,
  jsonParse,
  jsonStringify,
  regexMatch,
  regexReplace,
  hash,
  base64Encode,
  base64Decode,
  sleep,
  randomNumber,
  randomString,
);
