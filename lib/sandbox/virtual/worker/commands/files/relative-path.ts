/** The way from one absolute, normal directory to an absolute, normal path; `.` for itself. */
export function relativePath(from: string, to: string): string {
  const parts = (path: string): string[] => path.split("/").filter((part) => part !== "");
  const [start, end] = [parts(from), parts(to)];
  let same = 0;
  while (same < start.length && same < end.length && start[same] === end[same]) same += 1;
  const way = [...start.slice(same).map(() => ".."), ...end.slice(same)];
  return way.length === 0 ? "." : way.join("/");
}
