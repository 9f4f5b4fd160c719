/** The inspector's package copies functions of globals that the engine does not have; they are there only while it loads. */
const scope = globalThis as { Atomics?: object };
const isMissing = scope.Atomics === undefined;
if (isMissing) scope.Atomics = {};

export function removeStandIns(): void {
  if (isMissing) delete scope.Atomics;
}
