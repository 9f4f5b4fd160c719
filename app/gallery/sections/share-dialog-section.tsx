"use client";

import { useState } from "react";
import { ShareDialog } from "@/components/share/share-dialog";
import { Button } from "@/components/ui/button";
import { ok } from "@/lib/core/errors/result";
import { sampleLinks } from "./links-section";

const listLinks = async () => ok(sampleLinks().slice(0, 3));

export function ShareDialogSection() {
  const [open, setOpen] = useState(true);
  return (
    <main className="grid h-dvh place-content-center">
      <Button onClick={() => setOpen(true)}>Share</Button>
      <ShareDialog
        open={open}
        onOpenChange={setOpen}
        preview={{ title: "Tidy the price module", definitionFiles: 4, workspaceFiles: 312, events: 1204, runs: 3 }}
        createLink={async ({ role }) =>
          ok({
            linkId: "l_1",
            url: `https://toolwright.example/s/l_8dk2m${role === "review" ? "/review" : ""}#k3y-7f2c9d1e4b8a6`,
          })
        }
        listLinks={listLinks}
        revokeLink={async () => ok(undefined)}
      />
    </main>
  );
}
