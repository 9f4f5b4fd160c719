"use client";

import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { EncodedResult, ResultPart } from "@/lib/core/call/outcome";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { Button } from "../ui/button";
import { formatBytes } from "../ui/format-bytes";
import { JsonTree } from "../ui/json-tree";
import type { CallActions } from "./call-actions";
import { rendererFor } from "./renderers/renderer-registry";
import { TextPieces } from "./text-pieces";

export interface ResultViewProps {
  tool: string;
  arguments: { [key: string]: JsonValue };
  result: EncodedResult;
  /** Opens a file of the sandbox. */
  openFile?: CallActions["openFile"];
}

type View = "shown" | "json" | "model";

/** A settled result: as what it is, as JSON, and exactly as the model read it. */
export function ResultView({ tool, arguments: values, result, openFile }: ResultViewProps) {
  const texts = result.parts.filter((part) => part.type === "text").map((part) => part.text);
  const images = result.parts.filter((part) => part.type === "image");
  const text = texts.join("\n");
  const drawn = rendererFor(tool).result?.(text, values, result);
  const options = viewOptions(drawn !== undefined, result);
  const [view, setView] = useState<View>(options[0]?.value ?? "model");
  if (result.empty && images.length === 0) {
    return <p className="px-3 py-2 text-muted-foreground text-xs">Returned nothing: the call ran and had no result.</p>;
  }
  return (
    <div>
      {options.length > 1 ? (
        <div className="flex items-center justify-between gap-2 px-3 pb-1">
          <ViewSwitch view={view} options={options} onView={setView} />
          <ResultSize result={result} text={text} tool={tool} />
        </div>
      ) : (
        <div className="flex justify-end px-3">
          <ResultSize result={result} text={text} tool={tool} />
        </div>
      )}
      <div className="mx-3 mb-2 max-h-80 overflow-auto rounded-md border bg-background">
        {body(view, drawn, result, text)}
      </div>
      {view === "model" || images.length === 0 ? null : <Images images={images} />}
      {result.truncated ? (
        <p className="px-3 pb-2 text-muted-foreground text-xs">
          The result was {sizeInWords(result)}; the middle was cut, head and tail are kept. The model read the same.{" "}
          <WholeResult at={result.wholeAt} openFile={openFile} />
        </p>
      ) : null}
      {result.tooDeep === true ? (
        <p className="px-3 pb-2 text-muted-foreground text-xs">
          Part of the result is nested deeper than is shown; a note stands in its place.
        </p>
      ) : null}
    </div>
  );
}

/** A lower bound is rounded down, so that it stays one. */
function sizeInWords({ bytes, larger }: EncodedResult): string {
  if (larger !== true) return formatBytes(bytes);
  const shown = Math.max(1, 10 ** (Math.floor(Math.log10(bytes)) - 1));
  return `more than ${formatBytes(Math.floor(bytes / shown) * shown)}`;
}

/** Where the whole of a cut result is, for whoever has that sandbox. */
function WholeResult({ at, openFile }: { at: string | undefined; openFile: CallActions["openFile"] }) {
  if (at === undefined) return <>It was not kept whole: it is too large, or there was no room for it.</>;
  if (openFile === undefined) return <>All of it is in {at} of the sandbox it ran in.</>;
  return (
    <Button className="h-auto px-0" size="sm" variant="link" onClick={() => openFile(at)}>
      Open the whole result
    </Button>
  );
}

interface ViewSwitchProps {
  view: View;
  options: { value: View; label: string }[];
  onView(view: View): void;
}

/** Plain buttons: a long run draws one of these for every card. */
function ViewSwitch({ view, options, onView }: ViewSwitchProps) {
  return (
    <fieldset className="flex gap-0.5">
      <legend className="sr-only">How the result is shown</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === view}
          onClick={() => onView(option.value)}
          className="rounded-sm px-1.5 py-0.5 font-medium text-muted-foreground text-xs hover:text-foreground aria-pressed:bg-muted aria-pressed:text-foreground pointer-coarse:py-2"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}

function viewOptions(drawn: boolean, result: EncodedResult): { value: View; label: string }[] {
  const options: { value: View; label: string }[] = [];
  if (drawn) options.push({ value: "shown", label: "Result" });
  if (result.value !== undefined) options.push({ value: "json", label: drawn ? "JSON" : "Result" });
  options.push({ value: "model", label: options.length === 0 ? "Text" : "What the model reads" });
  return options;
}

function body(view: View, drawn: ReactNode, result: EncodedResult, text: string): ReactNode {
  if (view === "shown" && drawn !== undefined) return drawn;
  if (view === "json" && result.value !== undefined) {
    return (
      <div className="py-1 pr-2">
        <JsonTree bare value={result.value} label="Result" openDepth={3} />
      </div>
    );
  }
  return <TextPieces text={text} />;
}

function Images({ images }: { images: Extract<ResultPart, { type: "image" }>[] }) {
  return (
    <div className="flex flex-wrap gap-2 px-3 pb-2">
      {images.map((image, index) => (
        // biome-ignore lint/performance/noImgElement: the bytes are already here, as a data URL
        <img
          // biome-ignore lint/suspicious/noArrayIndexKey: the images of one result never move
          key={index}
          src={`data:${image.mediaType};base64,${image.data}`}
          alt={`Result ${index + 1} of ${images.length}`}
          className="max-h-72 max-w-full rounded-md border bg-[repeating-conic-gradient(var(--muted)_0_25%,transparent_0_50%)] bg-size-[16px_16px]"
        />
      ))}
    </div>
  );
}

function ResultSize({ result, text, tool }: { result: EncodedResult; text: string; tool: string }) {
  if (result.bytes < 10_000) return null;
  const save = () => {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = `${tool}-result.txt`;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Button size="sm" variant="ghost" onClick={save}>
      <Download aria-hidden />
      Download {formatBytes(text.length)}
    </Button>
  );
}
