import "server-only";
import type { ServerContext, ServerLimits, ToolServices } from "./context";
import type { Database } from "./db/database";
import { createId } from "./identity/create-id";
import { SharedCheck } from "./links/shared-check";
import { LiveHub } from "./live/live-hub";
import type { ModelCatalogue } from "./models/model-catalogue";
import { RateLimit } from "./models/rate-limit";
import { SessionFolds } from "./runs/session-folds";
import { StepRegistry } from "./runs/step-registry";
import { createSecretDoor } from "./secrets/create-secret-door";
import { SecretVault } from "./secrets/secret-vault";
import { createGuardedFetch } from "./tools/create-guarded-fetch";
import { ServiceRegistry } from "./tools/dispatch/service-registry";
import { createServices } from "./tools/services";

const DEFAULT_SERVICES_PER_MINUTE = 300;
const SECRET_CHANGES_PER_MINUTE = 60;
const HOUR_MS = 60 * 60 * 1000;

export interface ContextOptions {
  database: Database;
  models: ModelCatalogue;
  stepsPerMinute: number;
  servicesPerMinute?: number;
  tools?: Partial<ToolServices>;
  /** An empty one when left out. */
  secrets?: SecretVault;
  limits: Pick<ServerLimits, "runOutputTokens"> & Partial<ServerLimits>;
  now?: () => number;
}

export function createContext(options: ContextOptions): ServerContext {
  const now = options.now ?? Date.now;
  const { database } = options;
  const secrets = options.secrets ?? new SecretVault({ now });
  const steps = new StepRegistry();
  const running = new ServiceRegistry();
  database.listen((signal) => {
    if (signal.kind !== "stop") return;
    steps.abort(signal.id);
    running.abort(signal.id);
  });
  return {
    database,
    models: options.models,
    live: new LiveHub(database),
    linkChecks: new SharedCheck(),
    steps,
    folds: new SessionFolds(),
    stepRate: new RateLimit({ perMinute: options.stepsPerMinute, now }),
    secrets,
    secretRate: new RateLimit({ perMinute: SECRET_CHANGES_PER_MINUTE, now }),
    tools: {
      services: options.tools?.services ?? createServices(),
      fetch: options.tools?.fetch ?? createGuardedFetch({}),
      openSecrets: options.tools?.openSecrets ?? ((use) => createSecretDoor({ database, secrets, now }, use)),
    },
    running,
    serviceRate: new RateLimit({ perMinute: options.servicesPerMinute ?? DEFAULT_SERVICES_PER_MINUTE, now }),
    limits: { approvalMs: 24 * HOUR_MS, stepDeadAfterMs: 20_000, servicesAtOnce: 8, ...options.limits },
    instanceId: createId("i"),
    now,
  };
}
