/** The clock time of one moment in the reader's zone, with seconds: `14:03:09`. */
export function formatClock(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** Date and clock of one moment in the reader's zone: `2026-03-01 14:03`. */
export function formatMoment(at: number): string {
  const date = new Date(at);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${day.join("-")} ${formatClock(at).slice(0, 5)}`;
}
