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
import { githubApi } from "./github-api";
import { hash } from "./hash";
import { httpRequest } from "./http-request";
import { jsonParse } from "./json-parse";
import { jsonStringify } from "./json-stringify";
import { randomNumber } from "./random-number";
import { randomString } from "./random-string";
import { regexMatch } from "./regex-match";
import { regexReplace } from "./regex-replace";
import { sendEmail } from "./send-email";
import { sleep } from "./sleep";
import { sqlQuery } from "./sql-query";
import { uuid } from "./uuid";
import { vectorSearch } from "./vector-search";
import { webScrape } from "./web-scrape";
import { webSearch } from "./web-search";

/** The twenty-six built-in tools of the documentation, in its order. */
export const builtinTools = toolset(
  calculator,
  datetime,
  uuid,
  fileRead,
  fileWrite,
  fileList,
  fileExists,
  fileDelete,
  httpRequest,
  exec,
  webSearch,
  webScrape,
  sqlQuery,
  vectorSearch,
  sendEmail,
  githubApi,
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
