"use client";

import { useEffect, useState } from "react";
import type { ToolSchema } from "@/lib/core/tool/tool-types";
import type { LintMark } from "./tool-lint";

const NONE: ReadonlyMap<string, LintMark> = new Map();

/** The marks of the tools, once the rules of the providers were fetched: the page must not wait for them. */
export function useLintMarks(tools: readonly ToolSchema[] | undefined): ReadonlyMap<string, LintMark> {
  const [marks, setMarks] = useState(NONE);
  useEffect(() => {
    let isCurrent = true;
    if (tools === undefined) return;
    import("./tool-lint")
      .then(({ lintMarks }) => {
        if (isCurrent) setMarks(lintMarks(tools));
      })
      // Without the rules there are no marks; the list is whole all the same.
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [tools]);
  return marks;
}
