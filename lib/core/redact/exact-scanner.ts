import { LiteralAutomaton } from "./literal-automaton";
import { LiteralPrefilter } from "./literal-prefilter";
import { type Match, UndecidedText } from "./redaction";
import type { TextScanner } from "./text-scanner";

/** What the automaton knows: each literal's label, or that it is a label itself. */
export interface ExactLiterals {
  automaton: LiteralAutomaton;
  prefilter: LiteralPrefilter;
  /** By literal; undefined for a label, which stands as it is and is never looked into. */
  labels: readonly (string | undefined)[];
}

export function exactLiterals(forms: ReadonlyMap<string, string>, labels: Iterable<string>): ExactLiterals {
  const literals = new Map<string, string | undefined>(forms);
  for (const label of labels) literals.set(label, undefined);
  const texts = [...literals.keys()];
  return {
    automaton: new LiteralAutomaton(texts),
    prefilter: new LiteralPrefilter(texts, { anyCase: false }),
    labels: [...literals.values()],
  };
}

/** Takes known texts out of a stream. What it gives does not depend on how the stream was cut into pieces. */
export function exactScanner(
  { automaton, prefilter, labels }: ExactLiterals,
  seen?: (match: Match) => void,
): TextScanner {
  const text = new UndecidedText();
  let state = automaton.start;
  return {
    push(piece) {
      const from = text.end;
      text.add(piece);
      for (let at = 0; at < piece.length; at += 1) {
        if (state === automaton.start) {
          at = prefilter.next(piece, at);
          if (at === piece.length) break;
        }
        state = automaton.next(state, piece.charCodeAt(at));
        if (!automaton.isEnd(state)) continue;
        const end = from + at + 1;
        let isLabel = false;
        automaton.ends(state, (literal, length) => {
          const label = labels[literal];
          if (label !== undefined) text.mark({ start: end - length, end, label });
          else {
            isLabel = true;
            text.unmark(end - length, end);
          }
        });
        // Nothing that begins inside of a label counts.
        if (isLabel) {
          text.unmark(end - 1, end);
          state = automaton.start;
        }
      }
      return text.decide(text.end - automaton.depth(state), seen);
    },
    flush() {
      state = automaton.start;
      return text.decide(text.end, seen);
    },
  };
}
