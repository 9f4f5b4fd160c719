import "server-only";
import type { ServerContext, ServerLimits } from "./context";
import type { Database } from "./db/database";
import { createId } from "./identity/create-id";
import { SharedCheck } from "./links/shared-check";
import { LiveHub } from "./live/live-hub";
import type { ModelCatalogue } from "./models/model-catalogue";
import { RateLimit } from "./models/rate-limit";
import { SessionFolds } from "./runs/session-folds";
import { StepRegistry } from "./runs/step-registry";

const HOUR_MS = 60 * 60 * 1000;

export interface ContextOptions {
  database: Database;
  models: ModelCatalogue;
  stepsPerMinute: number;
  limits: Pick<ServerLimits, "runOutputTokens"> & Partial<ServerLimits>;
  now?: () => number;
}

export function createContext(options: ContextOptions): ServerContext {
  const now = options.now ?? Date.now;
  const { database } = options;
  const steps = new StepRegistry();
  database.listen((signal) => {
    if (signal.kind === "stop") steps.abort(signal.id);
  });
  return {
    database,
    models: options.models,
    live: new LiveHub(database),
    linkChecks: new SharedCheck(),
    steps,
    folds: new SessionFolds(),
    stepRate: new RateLimit({ perMinute: options.stepsPerMinute, now }),
    limits: { approvalMs: 24 * HOUR_MS, stepDeadAfterMs: 20_000, ...options.limits },
    instanceId: createId("i"),
    now,
  };
}
