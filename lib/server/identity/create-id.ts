import "server-only";
import { nanoid } from "nanoid";

/** `s` session, `r` run, `c` call, `a` approval, `l` link, `w` frozen workspace, `i` server process, `u` use of a secret. */
export type IdKind = "s" | "r" | "c" | "a" | "l" | "w" | "i" | "u";

/** 126 random bits after the kind: nobody guesses one, and still none of them is authority by itself. */
export function createId(kind: IdKind): string {
  return `${kind}_${nanoid(21)}`;
}
