/** A request that nobody answers expires, and the run halts: silence is never a yes. */
export const APPROVAL_EXPIRES_AFTER_MS = 24 * 60 * 60 * 1000;
/** A reason is read by the model and by people; longer ones are refused at the door. */
export const LONGEST_REASON = 2_000;
