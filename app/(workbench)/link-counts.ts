/** `A shared session: 3 tools, 12 files, 1 event.` */
export function countsOfLink({ tools, files, events }: { tools: number; files?: number; events: number }): string {
  const parts = [
    counted(tools, "tool"),
    ...(files === undefined ? [] : [counted(files, "file")]),
    counted(events, "event"),
  ];
  return `A shared session: ${parts.join(", ")}.`;
}

function counted(count: number, word: string): string {
  return `${count} ${count === 1 ? word : `${word}s`}`;
}
