"use client";

import { SecretsPanel, type SecretsPanelProps } from "@/components/secrets/secrets-panel";
import { ok } from "@/lib/core/errors/result";
import type { SecretSummary } from "@/lib/core/session/session-secrets";
import { Specimen } from "../specimen";

const HOUR = 3_600_000;
const now = Date.now();

const token: SecretSummary = {
  name: "GITHUB_TOKEN",
  provider: "typed",
  source: "typed here",
  resolved: true,
  tools: ["github_api", "open_issue"],
  hosts: ["api.github.com"],
};

const lost: SecretSummary = {
  ...token,
  name: "A_NAME_THAT_IS_LONGER_THAN_THE_DIALOG_HAS_ROOM_FOR_ON_A_PHONE",
  resolved: false,
  tools: [],
  hosts: [],
  problem: {
    code: "secret-not-resolved",
    message: "The server was restarted, and what was typed is gone with it.",
    fix: "Type it again.",
  },
};

const lent: SecretSummary = {
  name: "MAIL_PASSWORD",
  provider: "operator",
  source: "1Password on the server",
  resolved: true,
  tools: ["send_email"],
  hosts: ["mail"],
};

const use = { id: "u_1", name: "GITHUB_TOKEN", runId: "r_1", target: "api.github.com" };

const states: [string, Partial<SecretsPanelProps>][] = [
  ["None yet", {}],
  [
    "Typed, not resolved, lent, and what was used",
    {
      secrets: [token, lost, lent],
      offered: [
        { name: "WEATHER_KEY", source: "the environment of the server", tools: ["*"], hosts: ["*.weather.example"] },
      ],
      uses: [
        { ...use, tool: "github_api", callId: "c_1", at: now - 40_000 },
        { ...use, id: "u_2", tool: "open_issue", callId: "c_2", at: now - 3 * HOUR },
        { ...use, id: "u_3", name: "MAIL_PASSWORD", tool: "send_email", callId: "c_3", target: "mail", at: now - HOUR },
      ],
    },
  ],
  ["Being read", { loaded: false }],
  [
    "Not to be read",
    {
      loaded: false,
      problem: { code: "offline", message: "The server did not answer.", fix: "Look whether you are connected." },
    },
  ],
];

/** The secrets of a session in their states. */
export function SecretsSection() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      {states.map(([caption, state]) => (
        <Specimen caption={caption} key={caption}>
          <div className="rounded-lg border bg-popover px-4 py-3.5">
            <SecretsPanel
              loaded
              offered={[]}
              onRemove={async () => ok(undefined)}
              onRetry={() => undefined}
              onSave={async () => ok(undefined)}
              onShowCall={() => undefined}
              secrets={[]}
              tools={["github_api", "open_issue", "send_email", "fetch_weather"]}
              uses={[]}
              {...state}
            />
          </div>
        </Specimen>
      ))}
    </div>
  );
}
