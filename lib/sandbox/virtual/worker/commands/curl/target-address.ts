/** Where a request goes, and the name and password that stood in the address. */
export interface TargetAddress {
  url: string;
  login?: string;
}

export type ReadAddress = ({ ok: true } & TargetAddress) | { ok: false; exitCode: 1 | 3; message: string };

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
const HANDLE = /\{\{secret:[^{}]*\}\}/g;
const PATTERN = /\{[^{}]*,[^{}]*\}|\[[^\]:]+-[^\]:]+\]/;

/** An address as people write it for curl and wget: `http` unless it says otherwise. */
export function readAddress(written: string, { patterns }: { patterns: boolean }): ReadAddress {
  if (patterns && PATTERN.test(written.replace(HANDLE, ""))) {
    return {
      ok: false,
      exitCode: 3,
      message: "patterns in an address are not supported here; use -g to send it as it is",
    };
  }
  const scheme = SCHEME.exec(written)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "http" && scheme !== "https") {
    return { ok: false, exitCode: 1, message: `Protocol "${scheme}" not supported` };
  }
  const whole = scheme === undefined ? `http://${written}` : written;
  if (/\s/.test(whole) || !URL.canParse(whole)) {
    return { ok: false, exitCode: 3, message: "URL rejected: Malformed input to a URL function" };
  }
  const url = new URL(whole);
  const { username, password } = url;
  if (username === "" && password === "") return { ok: true, url: url.href };
  url.username = "";
  url.password = "";
  return { ok: true, url: url.href, login: `${decodeURIComponent(username)}:${decodeURIComponent(password)}` };
}

/** The last part of the path; empty where the path ends with a slash. */
export function nameInAddress(url: string): string {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last).replaceAll("/", "_");
  } catch {
    return last;
  }
}
