import "server-only";
import { expireDueApprovals } from "./approvals/expire-due-approvals";
import { openServerCache, type ServerCache } from "./cache/server-cache";
import type { ServerContext } from "./context";
import { createContext } from "./create-context";
import { openDatabase } from "./db/open-database";
import { createEmbedService } from "./embedding/embed-service";
import { readEnvironment } from "./env";
import { createModelCatalogue } from "./models/model-catalogue";
import { ownKeys } from "./secrets/own-keys";
import { reportFault } from "./secrets/report-fault";
import { readSecretSettings } from "./secrets/secret-settings";
import { SecretVault } from "./secrets/secret-vault";
import { checkOperatorSettings } from "./tools/check-operator-settings";
import { createGuardedFetch } from "./tools/create-guarded-fetch";
import { createDockerService } from "./tools/docker/docker-service";
import { createServices } from "./tools/services";

const EXPIRY_SWEEP_MS = 15_000;

interface RunningServer {
  context: ServerContext;
  cache: ServerCache;
  sweep: NodeJS.Timeout;
  /** Live streams to end before the process can. */
  streams: Set<() => void>;
}

/** Actions and route handlers are separate instances of this module in one process, so what is shared sits on the global. */
const place = globalThis as typeof globalThis & { toolwrightServer?: Promise<RunningServer> };

/** The process's one server, opened at first use and never at import: a build imports modules too. */
export async function serverContext(): Promise<ServerContext> {
  return (await running()).context;
}

/** What tools keep in the operator's Redis. */
export async function serverCache(): Promise<ServerCache> {
  return (await running()).cache;
}

/** Registers how to end a live stream when the process ends; returns the function that takes it off again. */
export async function registerStream(end: () => void): Promise<() => void> {
  const { streams } = await running();
  streams.add(end);
  return () => streams.delete(end);
}

/** Ends streams and model steps, writes what is left, and closes the storage. */
export async function closeServer(): Promise<void> {
  const opening = place.toolwrightServer;
  if (opening === undefined) return;
  const { context, cache, sweep, streams } = await opening;
  clearInterval(sweep);
  for (const end of [...streams]) end();
  await Promise.all([context.steps.abortAll(), context.running.abortAll()]);
  await cache.close();
  await context.database.close();
}

function running(): Promise<RunningServer> {
  place.toolwrightServer ??= open().catch((error: unknown) => {
    // The next request tries again, for example when the other process has let go of the directory.
    place.toolwrightServer = undefined;
    throw error;
  });
  return place.toolwrightServer;
}

async function open(): Promise<RunningServer> {
  const environment = readEnvironment(process.env);
  checkOperatorSettings(process.env);
  const cache = openServerCache({ redisUrl: environment.redisUrl });
  // Read before anything is opened: a server that would run without the secrets it was told about does not start.
  const secrets = new SecretVault({ operator: readSecretSettings(process.env), own: ownKeys(process.env) });
  const context = createContext({
    database: await openDatabase(environment),
    secrets,
    models: createModelCatalogue(environment),
    stepsPerMinute: environment.stepsPerMinute,
    limits: { runOutputTokens: environment.runOutputTokens },
    servicesPerMinute: environment.servicesPerMinute,
    tools: {
      fetch: createGuardedFetch(environment.toolNetwork),
      services: [
        ...createServices(),
        createDockerService(environment.docker),
        cache.service,
        createEmbedService({ provider: environment.embedding }),
      ],
    },
  });
  const sweep = setInterval(() => {
    expireDueApprovals(context).catch((error: unknown) => reportFault(context, "Requests could not be expired", error));
  }, EXPIRY_SWEEP_MS);
  sweep.unref();
  return { context, cache, sweep, streams: new Set() };
}
