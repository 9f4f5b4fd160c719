"use client";

import { useEffect } from "react";
import { CachePanel } from "@/components/tools/cache-panel";
import type { CacheDesk } from "@/lib/client/cache-desk";
import { useStoreValue } from "@/lib/client/workbench-context";

/** The caches of the loaded tools; what the server keeps is read when this is opened. */
export function CachesPane({ desk }: { desk: CacheDesk }) {
  const caches = useStoreValue(desk.store, (state) => state.caches);
  const onServer = caches
    .filter(({ storage }) => storage === "server")
    .map(({ prefix }) => prefix)
    .join("\n");
  useEffect(() => {
    if (onServer !== "") void desk.refresh();
  }, [desk, onServer]);
  return <CachePanel caches={caches} onClear={desk.clear} onEvict={desk.evict} />;
}
