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
import type { SecretDoor } from "./secrets/secret-door";
import type { SecretVault } from "./secrets/secret-vault";
import type { ServiceRegistry } from "./tools/dispatch/service-registry";
import type { GuardedFetch } from "./tools/guarded-fetch";
import type { Service } from "./tools/service";

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
  readonly secrets: SecretVault;
  /** In front of every change of a secret, per owner. */
  readonly secretRate: RateLimit;
  /** What tools may ask of the server, and what the services stand on. */
  readonly tools: ToolServices;
  /** The services that are being carried out. */
  readonly running: ServiceRegistry;
  /** In front of every use of a service, per owner. */
  readonly serviceRate: RateLimit;
  readonly limits: ServerLimits;
  /** Names this process in the rows of what it is doing. */
  readonly instanceId: string;
  now(): number;
}

export interface ToolServices {
  readonly services: readonly Service[];
  readonly fetch: GuardedFetch;
  openSecrets(use: SecretUse): Promise<SecretDoor>;
}

/** Whose secrets, and by which call. */
export interface SecretUse {
  ownerId: string;
  sessionId: string;
  runId: string;
  callId: string;
  tool: string;
}

export interface ServerLimits {
  runOutputTokens: number;
  /** How long a request for approval stays open. */
  approvalMs: number;
  /** A model step of another process is dead after this long without a sign of life. */
  stepDeadAfterMs: number;
  /** Uses of services that one owner may have carried out at the same time. */
  servicesAtOnce: number;
}
