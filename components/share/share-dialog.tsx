"use client";

import { Eye, Link2, ShieldCheck } from "lucide-react";
import { useEffect, useId, useState } from "react";
import type { Problem, Result } from "@/lib/core/errors/result";
import type { SecretScan } from "@/lib/core/session/session-secrets";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { Dialog, DialogContent } from "../ui/dialog";
import { Input } from "../ui/input";
import { Label } from "../ui/label";
import { Notice } from "../ui/notice";
import { renderVisible } from "../ui/render-visible";
import { SegmentedControl } from "../ui/segmented-control";
import { Spinner } from "../ui/spinner";
import type { LinkSummary } from "./link-summary";
import { LinksTable } from "./links-table";
import { SecretFindings } from "./secret-findings";

/** What the reader of a new link will find. */
export interface SharePreview {
  title: string;
  definitionFiles: number;
  workspaceFiles: number;
  events: number;
  runs: number;
}

export interface ShareDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  preview: SharePreview;
  createLink(options: {
    role: "view" | "review";
    expiresInDays: number | undefined;
    /** Asked when the link would show what looks like secrets. */
    confirmFindings(scan: SecretScan): Promise<boolean>;
  }): Promise<Result<{ linkId: string; url: string }>>;
  listLinks(): Promise<Result<LinkSummary[]>>;
  revokeLink(linkId: string): Promise<Result<void>>;
}

type Expiry = "1" | "7" | "30" | "never";
const EXPIRIES: readonly { value: Expiry; label: string }[] = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "never", label: "Never" },
];

/** Makes a link after showing what its reader will see, and lists the links there are. */
export function ShareDialog({ open, onOpenChange, ...rest }: ShareDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      {open ? (
        <DialogContent
          title="Share this session"
          description="A link opens a read-only copy of what is here now, and the run as it happened."
          className="max-w-xl"
          onOpenAutoFocus={(event) => {
            // The dialog itself, so that its title and description are read, and no tooltip opens over them.
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
        >
          <ShareForm {...rest} />
        </DialogContent>
      ) : null}
    </Dialog>
  );
}

function ShareForm({ preview, createLink, listLinks, revokeLink }: Omit<ShareDialogProps, "open" | "onOpenChange">) {
  const [role, setRole] = useState<"view" | "review">("view");
  const [expiry, setExpiry] = useState<Expiry>("30");
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<{ url: string; role: "view" | "review" }>();
  const [problem, setProblem] = useState<Problem>();
  const [links, setLinks] = useState<LinkSummary[]>();
  const [turn, setTurn] = useState(0);
  const [question, setQuestion] = useState<{ scan: SecretScan; answer(goOn: boolean): void }>();
  const urlId = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` moves when a link was made or revoked
  useEffect(() => {
    let current = true;
    void listLinks().then((answer) => {
      if (!current) return;
      if (answer.ok) setLinks(answer.value);
      else setProblem(answer.problem);
    });
    return () => {
      current = false;
    };
  }, [listLinks, turn]);

  const create = async () => {
    setBusy(true);
    setProblem(undefined);
    let isDeclined = false;
    const answer = await createLink({
      role,
      expiresInDays: expiry === "never" ? undefined : Number(expiry),
      confirmFindings: (scan) =>
        new Promise((resolve) => {
          setQuestion({
            scan,
            answer(goOn) {
              isDeclined = !goOn;
              setQuestion(undefined);
              resolve(goOn);
            },
          });
        }),
    });
    setBusy(false);
    if (isDeclined) return;
    if (!answer.ok) {
      setProblem(answer.problem);
      return;
    }
    setMade({ url: answer.value.url, role });
    setTurn((value) => value + 1);
  };
  const revoke = async (linkId: string) => {
    const answer = await revokeLink(linkId);
    setTurn((value) => value + 1);
    return answer;
  };

  return (
    <div className="grid gap-4">
      <section aria-label="What the reader sees" className="grid gap-1.5 rounded-md border bg-muted px-3 py-2">
        <p className="flex items-center gap-1.5 font-medium">
          <Eye aria-hidden className="size-3.5" />
          What the reader sees
        </p>
        <ul className="grid gap-0.5 text-xs">
          <li className="[overflow-wrap:anywhere]">Title: {renderVisible(preview.title)}</li>
          <li>{count(preview.definitionFiles, "definition file")}, with their whole text</li>
          <li>{count(preview.workspaceFiles, "workspace file")}, with their whole content</li>
          <li>
            {count(preview.runs, "run")} with {count(preview.events, "event")}: prompts, arguments, results, decisions
          </li>
        </ul>
        <p className="flex items-start gap-1.5 text-muted-foreground text-xs">
          <ShieldCheck aria-hidden className="mt-px size-3.5 shrink-0" />
          Never part of a link: model keys and secrets, wherever their values stand. What else looks like a secret in
          files or arguments is shown to you before a link is made.
        </p>
      </section>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="grid gap-1">
          <span className="font-medium text-xs">Who has it can</span>
          <SegmentedControl<"view" | "review">
            label="Who has the link can"
            value={role}
            onValueChange={setRole}
            options={[
              { value: "view", label: "Look and replay" },
              { value: "review", label: "Decide requests" },
            ]}
          />
        </div>
        <div className="grid gap-1">
          <span className="font-medium text-xs">Expires after</span>
          <SegmentedControl<Expiry>
            label="The link expires after"
            value={expiry}
            onValueChange={setExpiry}
            options={EXPIRIES}
          />
        </div>
        <Button variant="primary" className="ml-auto self-end" busy={busy} onClick={() => void create()}>
          <Link2 aria-hidden />
          Create link
        </Button>
      </div>
      {role === "review" ? (
        <p className="text-muted-foreground text-xs">
          A reviewer sees requests of this session live and may approve or deny them. They cannot edit or run anything.
        </p>
      ) : null}
      {question === undefined ? null : <SecretFindings onAnswer={question.answer} scan={question.scan} />}
      {problem === undefined ? null : (
        <Notice tone="bad" title={problem.message}>
          {problem.fix}
        </Notice>
      )}
      {made === undefined ? null : (
        <div className="grid gap-1" aria-live="polite">
          <Label htmlFor={urlId}>{made.role === "review" ? "The review link" : "The link"}, shown only now</Label>
          <div className="flex items-center gap-1">
            <Input
              id={urlId}
              readOnly
              value={made.url}
              className="font-mono text-xs"
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton label="Copy the link" text={made.url} />
          </div>
          <p className="text-muted-foreground text-xs">
            {made.url.length} characters. The part after # is the key: it never reaches a server log or a preview bot.
            Keep it whole.
          </p>
        </div>
      )}
      <section aria-label="Links of this session" className="grid gap-1.5">
        <h3 className="font-medium text-xs">Links of this session</h3>
        {links === undefined ? (
          problem === undefined ? (
            <Spinner label="Reading the links" />
          ) : null
        ) : links.length === 0 ? (
          <p className="text-muted-foreground text-xs">None yet.</p>
        ) : (
          <LinksTable links={links} onRevoke={revoke} />
        )}
      </section>
    </div>
  );
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${number === 1 ? noun : `${noun}s`}`;
}
