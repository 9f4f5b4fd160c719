"use client";

import { useEffect, useState } from "react";

export interface ImagePreviewProps {
  bytes: Uint8Array;
  mediaType: string;
  name: string;
}

/** An image file with its size in pixels; says so when the browser cannot draw it. */
export function ImagePreview({ bytes, mediaType, name }: ImagePreviewProps) {
  const [url, setUrl] = useState<string>();
  const [size, setSize] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes.slice()], { type: mediaType }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, mediaType]);
  if (url === undefined) return null;
  return (
    <figure className="grid flex-1 place-content-center gap-2 p-4">
      {/* biome-ignore lint/performance/noImgElement: the bytes are in the page, there is nothing to optimise */}
      <img
        src={url}
        alt={name}
        onLoad={(event) => setSize(`${event.currentTarget.naturalWidth} × ${event.currentTarget.naturalHeight} pixels`)}
        onError={() => setSize("The browser cannot draw this image.")}
        className="max-h-[60dvh] max-w-full rounded-md border bg-[repeating-conic-gradient(var(--muted)_0_25%,transparent_0_50%)] bg-size-[16px_16px]"
      />
      <figcaption className="text-center text-muted-foreground text-xs">{size}</figcaption>
    </figure>
  );
}
