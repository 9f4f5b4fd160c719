/** Hands bytes to the person as a download. */
export function saveFile(name: string, bytes: Uint8Array, mediaType = "application/octet-stream"): void {
  const url = URL.createObjectURL(new Blob([bytes.slice()], { type: mediaType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The click starts the download in a later task; the address must live that long.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
