/** How long a script may compute before timers, messages and background commands have their turn. */
const TURN_MS = 12;

let lastTurn = 0;

/** `undefined` when the time has not come; else resolves after everything that waits has run. */
export function takeTurn(): Promise<void> | undefined {
  if (performance.now() - lastTurn < TURN_MS) return undefined;
  return nextTask().then(() => {
    lastTurn = performance.now();
  });
}

const waiting: (() => void)[] = [];
let channel: MessageChannel | undefined;

/** A message to oneself: timers are held back by the browser after a few in a row. */
function nextTask(): Promise<void> {
  if (typeof setImmediate === "function") return new Promise((resolve) => setImmediate(resolve));
  if (channel === undefined) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => waiting.shift()?.();
  }
  const { port2 } = channel;
  return new Promise((resolve) => {
    waiting.push(resolve);
    port2.postMessage(null);
  });
}
