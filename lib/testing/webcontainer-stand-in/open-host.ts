import { inject } from "vitest";
import type { ContainerClient } from "@/lib/sandbox/webcontainer/boot-controller";

declare module "vitest" {
  interface ProvidedContext {
    /** Where stand-ins of the WebContainer host are opened and closed. */
    standIns: string;
  }
}

export interface StandInSwitches {
  /** Accepts connections and answers nothing, not even the page. */
  blackHole?: boolean;
  /** The page loads and never says hello. */
  silent?: boolean;
  /** It says hello, and the runtime is never ready. */
  stuckBuild?: boolean;
  refuseBuild?: boolean;
  slowMs?: number;
  /** Its file watcher says nothing. */
  noWatch?: boolean;
}

export interface StandInHost {
  origin: string;
  set(switches: StandInSwitches): Promise<void>;
  up(): Promise<void>;
  down(): Promise<void>;
  /** How often the frame's page was asked for, and with which addresses. */
  seen(): Promise<{ loads: number; queries: string[] }>;
}

/** A host of its own port, up and answering unless told otherwise. */
export async function openHost(switches: StandInSwitches = {}): Promise<StandInHost> {
  const control = inject("standIns");
  const post = async (path: string, body: StandInSwitches = {}): Promise<unknown> =>
    (await fetch(control + path, { method: "POST", body: JSON.stringify(body) })).json();
  const { port } = (await post("/hosts", switches)) as { port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    set: async (next) => void (await post(`/hosts/${port}`, next)),
    up: async () => void (await post(`/hosts/${port}/up`)),
    down: async () => void (await post(`/hosts/${port}/down`)),
    seen: async () => (await (await fetch(`${control}/hosts/${port}`)).json()) as { loads: number; queries: string[] },
  };
}

let copies = 0;

/** The vendor's client, unmodified, as a page has it that was just loaded: it knows one host, and keeps it for good. */
export async function freshClient(origin: string): Promise<ContainerClient> {
  copies += 1;
  Object.assign(globalThis, { WEBCONTAINER_API_IFRAME_URL: origin });
  const loaded: unknown = await import(/* @vite-ignore */ `${inject("standIns")}/client.js?copy=${copies}`);
  return (loaded as { WebContainer: ContainerClient }).WebContainer;
}

/** The frames that clients have put into this page for a host. */
export function framesOf(origin: string): HTMLIFrameElement[] {
  return [...document.querySelectorAll("iframe")].filter((frame) => frame.src.startsWith(origin));
}
