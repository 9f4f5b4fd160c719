"use client";

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Problem, Result } from "@/lib/core/errors/result";
import type { SaveSecretInput } from "@/lib/core/session/session-secrets";
import { SECRET_NAME, secretHandle } from "@/lib/core/tool/secret-handle";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Input } from "../ui/input";
import { Label } from "../ui/label";
import { Notice } from "../ui/notice";

export type SecretDraft = Omit<SaveSecretInput, "sessionId">;

export interface SecretFormProps {
  /** What it begins with; the name can be changed only when there is none yet. */
  start: SecretDraft;
  /** A secret that is there keeps its value when the field stays empty. */
  hasValue: boolean;
  /** The session's tools, to choose from. */
  tools: readonly string[];
  onSave(draft: SecretDraft): Promise<Result<void>>;
  onClose(): void;
}

/** Name, value, and who may use it. The value is typed blind, sent once, and never shown again. */
export function SecretForm({ start, hasValue, tools, onSave, onClose }: SecretFormProps) {
  const id = useId();
  const [name, setName] = useState(start.name);
  const [value, setValue] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(start.tools));
  const [hosts, setHosts] = useState(start.hosts.join(", "));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const form = useRef<HTMLFormElement>(null);
  // The button that opened it is gone, and the focus with it.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const isTyped = start.provider === "typed";
  const isNew = start.name === "";
  const offered = [...new Set([...tools, ...start.tools])].filter((tool) => tool !== "*").sort();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const missing = refusal({ name, value, isTyped, hasValue });
    setProblem(missing);
    if (missing !== undefined) return;
    setBusy(true);
    const saved = await onSave({
      name,
      provider: start.provider,
      ...(value === "" ? {} : { value }),
      tools: [...chosen],
      hosts: hosts.split(/[\s,]+/).filter((host) => host !== ""),
    });
    setBusy(false);
    setValue("");
    if (saved.ok) onClose();
    else setProblem(saved.problem);
  };

  return (
    <form
      aria-label={isNew ? "New secret" : `Secret ${name}`}
      className="grid gap-3"
      onSubmit={(event) => void save(event)}
      ref={form}
    >
      {isNew ? (
        <div className="grid gap-1">
          <Label htmlFor={`${id}-name`}>Name</Label>
          <Input
            aria-describedby={`${id}-name-hint`}
            aria-invalid={problem?.field === "name" || undefined}
            className="font-mono"
            id={`${id}-name`}
            maxLength={100}
            onChange={(event) => setName(event.currentTarget.value)}
            placeholder="GITHUB_TOKEN"
            value={name}
          />
          <p className="text-muted-foreground text-xs" id={`${id}-name-hint`}>
            A tool finds it as <code>context.secrets.{SECRET_NAME.test(name) ? name : "NAME"}</code>, and gets{" "}
            <code>{secretHandle(SECRET_NAME.test(name) ? name : "NAME")}</code>: a stand-in, which the server replaces
            on the way out.
          </p>
        </div>
      ) : null}
      {isTyped ? (
        <div className="grid gap-1">
          <Label htmlFor={`${id}-value`}>{hasValue ? "New value" : "Value"}</Label>
          <Input
            aria-describedby={`${id}-value-hint`}
            aria-invalid={problem?.field === "value" || undefined}
            autoComplete="new-password"
            id={`${id}-value`}
            onChange={(event) => setValue(event.currentTarget.value)}
            type="password"
            value={value}
          />
          <p className="text-muted-foreground text-xs" id={`${id}-value-hint`}>
            {hasValue ? "Leave it empty to keep the one that is there. " : ""}Kept in the server's memory until it
            restarts, and written nowhere.
          </p>
        </div>
      ) : null}
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium text-sm">Tools that may use it</legend>
        {offered.length === 0 ? (
          <p className="text-muted-foreground text-xs">The session has no tools yet. Write one, then grant it here.</p>
        ) : (
          <div className="grid max-h-40 grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-3 gap-y-1 overflow-auto rounded-md border bg-card p-2">
            {offered.map((tool) => (
              <div className="flex min-w-0 items-center gap-2" key={tool}>
                <Checkbox
                  checked={chosen.has(tool)}
                  id={`${id}-tool-${tool}`}
                  onCheckedChange={(checked) => {
                    const next = new Set(chosen);
                    if (checked === true) next.add(tool);
                    else next.delete(tool);
                    setChosen(next);
                  }}
                />
                <Label className="one-line font-mono font-normal text-xs" htmlFor={`${id}-tool-${tool}`}>
                  {tool}
                </Label>
              </div>
            ))}
          </div>
        )}
      </fieldset>
      <div className="grid gap-1">
        <Label htmlFor={`${id}-hosts`}>Where it may be sent</Label>
        <Input
          aria-describedby={`${id}-hosts-hint`}
          className="font-mono"
          id={`${id}-hosts`}
          onChange={(event) => setHosts(event.currentTarget.value)}
          placeholder="api.github.com, *.example.com"
          value={hosts}
        />
        <p className="text-muted-foreground text-xs" id={`${id}-hosts-hint`}>
          Host names, separated by commas. <code>process</code> stands for commands of the server, <code>mail</code> for
          e-mail. Without one it is sent nowhere.
        </p>
      </div>
      {problem === undefined ? null : (
        <Notice title={problem.message} tone="bad">
          {problem.fix}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose} variant="ghost">
          Cancel
        </Button>
        <Button busy={busy} type="submit" variant="primary">
          {isNew || !isTyped ? "Add the secret" : "Save the secret"}
        </Button>
      </div>
    </form>
  );
}

function refusal(draft: { name: string; value: string; isTyped: boolean; hasValue: boolean }): Problem | undefined {
  if (!SECRET_NAME.test(draft.name)) {
    return {
      code: "invalid-secret-env-name",
      field: "name",
      message: "The name may hold letters, digits and underscores, and begins with no digit.",
    };
  }
  if (draft.isTyped && !draft.hasValue && draft.value === "") {
    return { code: "secret-not-resolved", field: "value", message: "Type the value." };
  }
  return undefined;
}
