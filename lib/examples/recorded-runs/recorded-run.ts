import type { RunEvent } from "@/lib/core/agent/event";

/** A log of one awkward state, for the gallery, the documentation and the tests. */
export interface RecordedRun {
  name: string;
  title: string;
  /** What a person should check when they look at it. */
  look: string;
  /** Made anew each time; large logs are only built when somebody asks. */
  events(): RunEvent[];
}
