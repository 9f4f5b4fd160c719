"use client";

import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import type { Problem, Result } from "@/lib/core/errors/result";
import type { OfferedSecret, SecretSummary, SecretUseEntry } from "@/lib/core/session/session-secrets";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Notice } from "../ui/notice";
import { Spinner } from "../ui/spinner";
import { type SecretDraft, SecretForm } from "./secret-form";
import { SecretUses } from "./secret-uses";

export interface SecretsPanelProps {
  secrets: readonly SecretSummary[];
  offered: readonly OfferedSecret[];
  uses: readonly SecretUseEntry[];
  /** False until they were read once. */
  loaded: boolean;
  problem?: Problem;
  /** The session's tools, to grant to. */
  tools: readonly string[];
  onSave(draft: SecretDraft): Promise<Result<void>>;
  onRemove(name: string): Promise<Result<void>>;
  onShowCall?(runId: string, callId: string): void;
  /** Reads them again after a failure. */
  onRetry?(): void;
}

const EMPTY: SecretDraft = { name: "", provider: "typed", tools: [], hosts: [] };

/** The secrets of a session: where each comes from, who may use it, and every time one was used. Never a value. */
export function SecretsPanel({
  secrets,
  offered,
  uses,
  loaded,
  problem,
  tools,
  onSave,
  onRemove,
  onShowCall,
  onRetry,
}: SecretsPanelProps) {
  const [draft, setDraft] = useState<SecretDraft>();
  const isEmpty = loaded && secrets.length === 0 && offered.length === 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {problem === undefined ? null : (
        <Notice
          action={
            onRetry === undefined ? undefined : (
              <Button onClick={onRetry} size="sm">
                Try again
              </Button>
            )
          }
          title={problem.message}
          tone="bad"
        >
          {problem.fix}
        </Notice>
      )}
      {draft === undefined ? (
        isEmpty ? (
          <EmptyState
            action={
              <Button onClick={() => setDraft(EMPTY)} variant="primary">
                <Plus aria-hidden />
                Add a secret
              </Button>
            }
            icon={KeyRound}
            title="No secrets yet"
          >
            A tool that needs a key gets a stand-in for it. The server puts the real value in on the way to the hosts
            you name, and takes it out of everything that comes back.
          </EmptyState>
        ) : (
          loaded && (
            <div className="flex items-center justify-between gap-2">
              <h3 className="font-medium text-sm">Secrets of this session</h3>
              <Button onClick={() => setDraft(EMPTY)} size="sm">
                <Plus aria-hidden />
                Add a secret
              </Button>
            </div>
          )
        )
      ) : (
        <SecretForm
          hasValue={secrets.some(({ name, resolved }) => name === draft.name && resolved)}
          key={`${draft.provider} ${draft.name}`}
          onClose={() => setDraft(undefined)}
          onSave={onSave}
          start={draft}
          tools={tools}
        />
      )}
      {!loaded && problem === undefined ? (
        <p className="flex items-center justify-center gap-2 py-6 text-muted-foreground" role="status">
          <Spinner />
          Reading the secrets…
        </p>
      ) : null}
      {secrets.length === 0 ? null : (
        <ul aria-label="Secrets" className="divide-y rounded-md border bg-card">
          {secrets.map((secret) => (
            <SecretRow
              key={secret.name}
              onChange={() =>
                setDraft({ name: secret.name, provider: secret.provider, tools: secret.tools, hosts: secret.hosts })
              }
              onRemove={onRemove}
              secret={secret}
            />
          ))}
        </ul>
      )}
      {offered.length === 0 ? null : (
        <section aria-label="Lent by the server" className="grid gap-1.5">
          <h3 className="font-medium text-sm">Lent by the server</h3>
          <ul className="divide-y rounded-md border bg-card">
            {offered.map((secret) => (
              <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2" key={secret.name}>
                <div className="min-w-0 flex-1 basis-52">
                  <p className="font-medium font-mono text-sm">{secret.name}</p>
                  <Grants hosts={secret.hosts} source={secret.source} tools={secret.tools} />
                </div>
                <Button
                  aria-label={`Use ${secret.name} in this session`}
                  onClick={() =>
                    setDraft({
                      name: secret.name,
                      provider: "operator",
                      tools: secret.tools.filter((tool) => tool !== "*"),
                      hosts: secret.hosts,
                    })
                  }
                  size="sm"
                >
                  Use here
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!loaded || isEmpty ? null : <SecretUses onShowCall={onShowCall} uses={uses} />}
    </div>
  );
}

function SecretRow({
  secret,
  onChange,
  onRemove,
}: {
  secret: SecretSummary;
  onChange(): void;
  onRemove(name: string): Promise<Result<void>>;
}) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const remove = async () => {
    setBusy(true);
    const removed = await onRemove(secret.name);
    setBusy(false);
    setAsking(false);
    if (!removed.ok) setProblem(removed.problem);
  };
  const why = problem ?? secret.problem;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex items-center gap-2">
          <span className="one-line font-medium font-mono text-sm">{secret.name}</span>
          <Badge tone={secret.resolved ? "good" : "bad"}>{secret.resolved ? "resolved" : "not resolved"}</Badge>
        </p>
        <Grants hosts={secret.hosts} source={secret.source} tools={secret.tools} />
        {why === undefined ? null : (
          <p className="text-danger-text text-xs [overflow-wrap:anywhere]">
            {why.message} {why.fix}
          </p>
        )}
      </div>
      {asking ? (
        <span className="flex gap-1">
          <Button busy={busy} onClick={() => void remove()} size="sm" variant="danger">
            Remove it
          </Button>
          <Button onClick={() => setAsking(false)} size="sm" variant="ghost">
            Keep
          </Button>
        </span>
      ) : (
        <span className="flex gap-1">
          <Button aria-label={`Change ${secret.name}`} onClick={onChange} size="sm">
            {secret.resolved || secret.provider === "operator" ? "Change" : "Type it again"}
          </Button>
          <Button
            aria-label={`Remove ${secret.name}`}
            onClick={() => setAsking(true)}
            size="sm"
            variant="dangerOutline"
          >
            Remove
          </Button>
        </span>
      )}
    </li>
  );
}

function Grants({ source, tools, hosts }: { source: string; tools: readonly string[]; hosts: readonly string[] }) {
  const named = tools.includes("*") ? "any tool" : tools.length === 0 ? "no tool" : tools.join(", ");
  return (
    <p className="text-muted-foreground text-xs [overflow-wrap:anywhere]">
      {source} · for {named} · to {hosts.length === 0 ? "nowhere" : hosts.join(", ")}
    </p>
  );
}
