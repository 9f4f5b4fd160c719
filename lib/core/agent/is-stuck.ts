import { canonicalJson } from "../call/canonical-json";
import type { Outcome } from "../call/outcome";
import type { CallState, RunState } from "./run-state";

/** The same call with the same answer so many times in a row, with nothing new in between, is a loop. */
export const REPEAT_LIMIT = 5;

/**
 * Whether a call would only repeat what this run has seen again and again: the same tool and arguments gave the same answer
 * {@link REPEAT_LIMIT} times in a row, and since the first of them no other call of the run was new in its arguments or its
 * answer. So an answer that changes never counts, nor does a test that fails the same way while the files are being edited.
 */
export function isStuck(run: RunState, call: CallState): boolean {
  const key = keyOf(call);
  const before = callsBefore(run, call.step);
  // Answers are compared only for the rare call that was made so often.
  if (before.filter((other) => keyOf(other) === key).length < REPEAT_LIMIT) return false;
  const seen = new Set<string>();
  let answer: string | undefined;
  let inARow = 0;
  for (const other of before) {
    const otherKey = keyOf(other);
    const otherAnswer = answerOf(other.outcome);
    const isNew = !seen.has(`${otherKey}\n${otherAnswer}`);
    seen.add(`${otherKey}\n${otherAnswer}`);
    if (otherKey === key) {
      inARow = otherAnswer === answer ? inARow + 1 : 1;
      answer = otherAnswer;
    } else if (isNew) inARow = 0;
  }
  return inARow >= REPEAT_LIMIT;
}

/** Calls that were answered in earlier steps, in the order they were asked for. A call that was skipped has no answer. */
function callsBefore(run: RunState, step: number): CallState[] {
  return run.steps
    .filter((earlier) => earlier.step < step)
    .flatMap((earlier) => earlier.callIds)
    .flatMap((callId) => run.calls[callId] ?? [])
    .filter(({ outcome }) => outcome !== undefined && outcome.status !== "skipped");
}

/** The reducer keeps what an event does not touch, so a text made once serves until the end of the run. */
const keys = new WeakMap<object, string>();
const answers = new WeakMap<Outcome, string>();

function keyOf(call: CallState): string {
  const { arguments: values } = call;
  if (values === undefined) return `${call.tool} ${call.argumentsText}`;
  const known = keys.get(values) ?? canonicalJson(values);
  keys.set(values, known);
  return `${call.tool} ${known}`;
}

/** What the model was told, without what differs from call to call by itself. */
function answerOf(outcome: Outcome | undefined): string {
  if (outcome === undefined) return "";
  const known = answers.get(outcome);
  if (known !== undefined) return known;
  const told = outcome.status === "ok" ? outcome.result.parts : outcome.text;
  const text = `${outcome.status} ${canonicalJson(told)}`;
  answers.set(outcome, text);
  return text;
}
