import "server-only";
import { z } from "zod";
import type { GuardedFetchOptions } from "./create-guarded-fetch";

const HOST = /^(\*\.)?[a-z0-9.[\]:-]+$/i;
const HOST_AND_PORT = /^[a-z0-9.[\]:-]+:\d{1,5}$/i;

function list(item: RegExp, words: string) {
  return z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((entry) => entry.trim().toLowerCase())
        .filter((entry) => entry !== ""),
    )
    .refine((entries) => entries.every((entry) => item.test(entry)), words)
    .optional();
}

/** Where the operator lets tools reach, by environment variable. */
export const toolNetworkVariables = {
  TOOLWRIGHT_TOOL_HOSTS: list(HOST, "must be host names separated by commas, such as api.example.com,*.example.org"),
  TOOLWRIGHT_TOOL_PRIVATE_HOSTS: list(HOST_AND_PORT, "must be exact host:port pairs separated by commas"),
};

export function readToolNetwork(values: {
  TOOLWRIGHT_TOOL_HOSTS?: string[] | undefined;
  TOOLWRIGHT_TOOL_PRIVATE_HOSTS?: string[] | undefined;
}): Pick<GuardedFetchOptions, "allowedHosts" | "privateHosts"> {
  const { TOOLWRIGHT_TOOL_HOSTS: allowedHosts, TOOLWRIGHT_TOOL_PRIVATE_HOSTS: privateHosts } = values;
  return {
    ...(allowedHosts === undefined ? {} : { allowedHosts }),
    ...(privateHosts === undefined ? {} : { privateHosts }),
  };
}
