"use client";

import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { imageSize } from "@/lib/core/call/image-size";
import { Button } from "../ui/button";
import { formatBytes } from "../ui/format-bytes";
import { IconButton } from "../ui/icon-button";
import { Notice } from "../ui/notice";

export interface ImagePreviewProps {
  bytes: Uint8Array;
  mediaType: string;
  name: string;
}

/** A few bytes can say that they are an image of gigabytes; a page that draws one is killed. */
const MOST_PIXELS = 100_000_000;
const STEP = 1.5;
const LARGEST = 32;
const SMALLEST = 1 / 32;

/** An image file on a checkerboard, with its size in pixels and bytes; says so when it is too large or cannot be drawn. */
export function ImagePreview(props: ImagePreviewProps) {
  const { bytes, name } = props;
  const said = useMemo(() => imageSize(bytes), [bytes]);
  if (said === undefined || said.width * said.height <= MOST_PIXELS) return <DrawnImage {...props} />;
  return (
    <Notice tone="waiting" className="m-2" title={`${name} is too large to draw`}>
      It has {said.width.toLocaleString("en")} × {said.height.toLocaleString("en")} pixels. Look at it as Bytes, or
      download it.
    </Notice>
  );
}

function DrawnImage({ bytes, mediaType, name }: ImagePreviewProps) {
  const [url, setUrl] = useState<string>();
  const [size, setSize] = useState<{ width: number; height: number }>();
  const [bad, setBad] = useState(false);
  /** Undefined fits it into the pane. */
  const [zoom, setZoom] = useState<number>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes.slice()], { type: mediaType }));
    setUrl(made);
    setSize(undefined);
    setBad(false);
    return () => URL.revokeObjectURL(made);
  }, [bytes, mediaType]);
  if (url === undefined) return null;
  if (bad) {
    return (
      <Notice tone="bad" className="m-2" title={`${name} cannot be drawn`}>
        Its first bytes say {mediaType}, but the browser cannot read the rest: the image is cut off or damaged. Look at
        it as Bytes, or download it.
      </Notice>
    );
  }
  const change = (factor: number) => setZoom((now) => Math.min(LARGEST, Math.max(SMALLEST, (now ?? 1) * factor)));
  const pixelated = zoom !== undefined && zoom >= 4;
  return (
    <figure className="flex min-h-0 flex-1 flex-col">
      {/* biome-ignore lint/a11y/useSemanticElements: it scrolls, it asks for nothing */}
      <div
        className="focus-inset grid min-h-24 flex-1 overflow-auto p-3"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls a large image
        tabIndex={0}
        role="group"
        aria-label={`Image ${name}`}
      >
        {/* biome-ignore lint/performance/noImgElement: the bytes are in the page, there is nothing to optimise */}
        <img
          src={url}
          alt={name}
          onLoad={(event) => {
            const { naturalWidth: width, naturalHeight: height } = event.currentTarget;
            setSize({ width, height });
          }}
          onError={() => setBad(true)}
          style={
            zoom === undefined || size === undefined
              ? undefined
              : { width: size.width * zoom, height: size.height * zoom, maxWidth: "none" }
          }
          className={`m-auto border bg-[repeating-conic-gradient(var(--muted)_0_25%,var(--card)_0_50%)] bg-size-[16px_16px] ${
            zoom === undefined ? "max-h-full max-w-full object-contain" : ""
          } ${pixelated ? "[image-rendering:pixelated]" : ""}`}
        />
      </div>
      <figcaption className="flex h-8 shrink-0 items-center gap-1 border-t px-2 text-muted-foreground text-xs">
        <span className="one-line flex-1 tabular-nums">
          {size === undefined ? "" : `${size.width} × ${size.height} pixels · `}
          {mediaType} · {formatBytes(bytes.length)}
        </span>
        <IconButton label="Smaller" size="iconSm" onClick={() => change(1 / STEP)}>
          <ZoomOut aria-hidden />
        </IconButton>
        <Button
          size="sm"
          variant="ghost"
          className="w-14 tabular-nums"
          onClick={() => setZoom(1)}
          title="Show it at 100%"
        >
          {zoom === undefined ? "Fit" : `${Math.round(zoom * 100)}%`}
        </Button>
        <IconButton label="Larger" size="iconSm" onClick={() => change(STEP)}>
          <ZoomIn aria-hidden />
        </IconButton>
        <IconButton label="Fit" size="iconSm" onClick={() => setZoom(undefined)}>
          <Maximize aria-hidden />
        </IconButton>
      </figcaption>
    </figure>
  );
}
