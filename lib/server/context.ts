import "server-only";
import type { Result } from "@/lib/core/errors/result";
import type { Database } from "./db/database";
import type { Reader } from "./links/reader";
import type { SharedCheck } from "./links/shared-check";
import type { LiveHub } from "./live/live-hub";
import type { ModelCatalogue } from "./models/model-catalogue";
import type { RateLimit } from "./models/rate-limit";
import type { SessionFolds } from "./runs/session-folds";
import type { StepRegistry } from "./runs/step-registry";

/** Everything the services stand on. One per process; tests make their own. */
export interface ServerContext {
  readonly database: Database;
  readonly models: ModelCatalogue;
  readonly live: LiveHub;
  /** Of the links that are being watched. */
  readonly linkChecks: SharedCheck<Result<Reader>>;
  readonly steps: StepRegistry;
  readonly folds: SessionFolds;
  /** In front of every model step, per owner. */
  readonly stepRate: RateLimit;
  readonly limits: ServerLimits;
  /** Names this process in the rows of what it is doing. */
  readonly instanceId: string;
  now(): number;
}

export interface ServerLimits {
  runOutputTokens: number;
  /** How long a request for approval stays open. */
  approvalMs: number;
  /** A model step of another process is dead after this long without a sign of life. */
  stepDeadAfterMs: number;
}
