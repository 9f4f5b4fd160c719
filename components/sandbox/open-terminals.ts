import { z } from "zod";

const terminalSchema = z.object({ id: z.string(), name: z.string(), directory: z.string().optional() });
export type OpenTerminal = z.infer<typeof terminalSchema>;

const openTerminalsSchema = z.object({ terminals: z.array(terminalSchema).min(1).max(20), active: z.string() });
/** The terminals of one session, in their order, and the one that is looked at. */
export type OpenTerminals = z.infer<typeof openTerminalsSchema>;

export const MOST_TERMINALS = 20;
const ONE: OpenTerminals = { terminals: [{ id: "1", name: "Terminal 1" }], active: "1" };

/** As the last visit left them; one fresh terminal when there was none. */
export function loadOpenTerminals(sessionId: string): OpenTerminals {
  try {
    const stored = openTerminalsSchema.safeParse(JSON.parse(localStorage.getItem(keyOf(sessionId)) ?? "null"));
    if (!stored.success) return ONE;
    const { terminals, active } = stored.data;
    return { terminals, active: terminals.some(({ id }) => id === active) ? active : (terminals[0]?.id ?? "1") };
  } catch {
    return ONE;
  }
}

export function saveOpenTerminals(sessionId: string, open: OpenTerminals): void {
  try {
    localStorage.setItem(keyOf(sessionId), JSON.stringify(open));
  } catch {
    // A full or forbidden store costs the arrangement, nothing else.
  }
}

export function addTerminal({ terminals }: OpenTerminals): OpenTerminals {
  const number = Math.max(0, ...terminals.map(({ id }) => Number(id) || 0)) + 1;
  const added = { id: String(number), name: `Terminal ${number}` };
  return { terminals: [...terminals, added], active: added.id };
}

/** The neighbour is looked at next; the last terminal that closes leaves a fresh one. */
export function closeTerminal({ terminals, active }: OpenTerminals, id: string): OpenTerminals {
  const at = terminals.findIndex((terminal) => terminal.id === id);
  const left = terminals.filter((terminal) => terminal.id !== id);
  if (left.length === 0) {
    const fresh = addTerminal({ terminals, active });
    return { ...fresh, terminals: fresh.terminals.slice(-1) };
  }
  return { terminals: left, active: active === id ? (left[Math.min(at, left.length - 1)]?.id ?? "1") : active };
}

export function changeTerminal(open: OpenTerminals, id: string, change: Partial<OpenTerminal>): OpenTerminals {
  return { ...open, terminals: open.terminals.map((one) => (one.id === id ? { ...one, ...change } : one)) };
}

function keyOf(sessionId: string): string {
  return `toolwright:terminals:${sessionId}`;
}
