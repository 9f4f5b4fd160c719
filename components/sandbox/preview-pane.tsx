"use client";

import { ExternalLink, MonitorPlay, RotateCw, X } from "lucide-react";
import { useState } from "react";
import type { RuntimeState } from "@/lib/client/workbench-types";
import { EmptyState } from "../ui/empty-state";
import { IconButton } from "../ui/icon-button";
import { NativeSelect } from "../ui/native-select";

export interface PreviewPaneProps {
  ports: RuntimeState["openPorts"];
}

/** A page of a program that listens in the container, in a frame of its own origin. */
export function PreviewPane({ ports }: PreviewPaneProps) {
  const [chosen, setChosen] = useState<number>();
  const [closed, setClosed] = useState<number>();
  const [loads, setLoads] = useState(0);
  const shown = ports.find(({ port }) => port === chosen) ?? ports[0];
  if (shown === undefined) {
    return (
      <EmptyState icon={MonitorPlay} title="Nothing is served yet">
        Start a server in the terminal, for example <code className="font-mono">npm run dev</code>; its page appears
        here.
      </EmptyState>
    );
  }
  const isClosed = closed === shown.port;
  return (
    <section aria-label="Preview" className="flex h-full min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-1 border-b px-2 py-1">
        <NativeSelect
          aria-label="Port"
          className="w-28"
          onChange={(event) => {
            setChosen(Number(event.currentTarget.value));
            setClosed(undefined);
          }}
          value={shown.port}
        >
          {ports.map(({ port }) => (
            <option key={port} value={port}>
              Port {port}
            </option>
          ))}
        </NativeSelect>
        <span className="one-line min-w-0 flex-1 font-mono text-muted-foreground text-xs" title={shown.url}>
          {shown.url}
        </span>
        <IconButton
          label="Reload the preview"
          onClick={() => {
            setClosed(undefined);
            setLoads((count) => count + 1);
          }}
          size="iconSm"
        >
          <RotateCw aria-hidden />
        </IconButton>
        <IconButton asChild label="Open in a new tab" size="iconSm">
          <a href={shown.url} rel="noreferrer" target="_blank">
            <ExternalLink aria-hidden />
          </a>
        </IconButton>
        <IconButton disabled={isClosed} label="Close the preview" onClick={() => setClosed(shown.port)} size="iconSm">
          <X aria-hidden />
        </IconButton>
      </div>
      {isClosed ? (
        <EmptyState icon={MonitorPlay} title="The preview is closed">
          The server goes on. Reload shows it again.
        </EmptyState>
      ) : (
        <iframe
          allow="cross-origin-isolated; fullscreen"
          className="min-h-0 w-full flex-1 border-0 bg-white"
          key={`${shown.port} ${loads}`}
          // Its own origin, so that its scripts and storage work; never this page's.
          sandbox="allow-scripts allow-same-origin allow-forms allow-modals allow-popups"
          src={shown.url}
          title={`Preview of port ${shown.port}`}
        />
      )}
    </section>
  );
}
