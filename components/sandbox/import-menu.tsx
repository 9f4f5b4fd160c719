"use client";

import { Download, FileArchive, FolderSync, FolderUp, Upload } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { FolderDesk, RealDirectory } from "@/lib/client/folder-desk";
import type { Problem, Result } from "@/lib/core/errors/result";
import { overArchiveLimit } from "@/lib/core/sandbox/over-import-limit";
import { Button } from "../ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu";
import { directoryPicker } from "./directory-picker";
import { ImportDialog, type ImportStep } from "./import-dialog";
import { LinkFolderDialog } from "./link-folder-dialog";
import { type BroughtFiles, readDataTransfer, readDirectoryHandle, readFileList } from "./read-dropped";
import { saveFile } from "./save-file";

type Imported = Result<{ files: number; bytes: number; skipped: Problem[] }>;

export interface ImportMenuProps {
  /** For the name of the zip that is saved. */
  title: string;
  importFiles(files: ReadonlyMap<string, Uint8Array>, options: { replace: boolean }): Promise<Imported>;
  importZip(bytes: Uint8Array, options: { replace: boolean }): Promise<Imported>;
  exportZip(): Promise<Result<Uint8Array>>;
  /** Links a folder of this computer instead of copying it, where the browser can. */
  linkFolder?: FolderDesk["link"];
  /** Also takes what is dropped on this content. */
  children?: ReactNode;
}

/** Brings a folder or a zip into the workspace, by menu or by drop, and takes the workspace out as a zip. */
export function ImportMenu({ title, importFiles, importZip, exportZip, linkFolder, children }: ImportMenuProps) {
  const folderInput = useRef<HTMLInputElement>(null);
  const zipInput = useRef<HTMLInputElement>(null);
  const [step, setStep] = useState<ImportStep>();
  const [over, setOver] = useState(false);
  const [linking, setLinking] = useState<RealDirectory>();
  const progress = (done: number, total: number) => setStep({ phase: "reading", done, total });

  const offer = async (reading: Promise<BroughtFiles>) => {
    setStep({ phase: "reading", done: 0, total: 0 });
    try {
      const brought = await reading;
      // With nothing to take there is nothing to ask, least of all whether it replaces what is here.
      if (brought.files.size === 0) setStep({ phase: "done", files: 0, bytes: 0, skipped: brought.skipped, fixes: [] });
      else setStep({ phase: "asking", source: { kind: "files", ...brought } });
    } catch (error) {
      setStep({ phase: "failed", problem: problemOf(error) });
    }
  };
  const offerZip = async (file: File) => {
    const over = overArchiveLimit(file.name, file.size);
    if (over !== undefined) {
      setStep({ phase: "failed", problem: over });
      return;
    }
    setStep({ phase: "reading", done: 0, total: 0 });
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      setStep({ phase: "asking", source: { kind: "zip", name: file.name, bytes } });
    } catch (error) {
      setStep({ phase: "failed", problem: problemOf(error) });
    }
  };
  const chooseFolder = async () => {
    const picker = directoryPicker();
    if (picker === undefined) {
      folderInput.current?.click();
      return;
    }
    try {
      const handle = await picker({ mode: "read" });
      await offer(readDirectoryHandle(handle, progress));
    } catch (error) {
      // The person closed the picker; any other refusal falls back to the plain file field.
      if (!(error instanceof DOMException && error.name === "AbortError")) folderInput.current?.click();
    }
  };
  const chooseLink = async () => {
    try {
      setLinking(await directoryPicker()?.({ mode: "read" }));
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      setStep({ phase: "failed", problem: problemOf(error) });
    }
  };
  const take = async (source: Extract<ImportStep, { phase: "asking" }>["source"], replace: boolean) => {
    setStep({ phase: "writing" });
    const answer =
      source.kind === "zip" ? await importZip(source.bytes, { replace }) : await importFiles(source.files, { replace });
    if (!answer.ok) {
      setStep({ phase: "failed", problem: answer.problem });
      return;
    }
    const early = source.kind === "files" ? source.skipped : [];
    const late = answer.value.skipped.map((problem) => problem.message);
    const fixes = [...new Set(answer.value.skipped.flatMap(({ fix }) => fix ?? []))];
    const { files, bytes } = answer.value;
    setStep({ phase: "done", files, bytes, skipped: [...early, ...late], fixes });
  };
  const saveZip = async () => {
    const answer = await exportZip();
    if (answer.ok) saveFile(`${fileName(title)}.zip`, answer.value, "application/zip");
    else setStep({ phase: "failed", problem: answer.problem });
  };
  const drop = (data: DataTransfer) => {
    const [file] = data.files;
    if (data.files.length === 1 && file?.name.toLowerCase().endsWith(".zip")) void offerZip(file);
    else void offer(readDataTransfer(data.items, progress));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the menu is the way for everyone
    <div
      className="relative flex min-h-0 flex-1 flex-col"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(false);
        drop(event.dataTransfer);
      }}
    >
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm" variant="ghost" className="m-1 max-w-full justify-start overflow-hidden">
            <Upload aria-hidden />
            <span className="one-line">Bring files or take them out</span>
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          <DropdownMenuItem onSelect={() => void chooseFolder()}>
            <FolderUp aria-hidden />
            Bring a folder
          </DropdownMenuItem>
          {linkFolder === undefined || directoryPicker() === undefined ? null : (
            <DropdownMenuItem onSelect={() => void chooseLink()}>
              <FolderSync aria-hidden />
              Link a folder of this computer
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={() => zipInput.current?.click()}>
            <FileArchive aria-hidden />
            Bring a zip
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => void saveZip()}>
            <Download aria-hidden />
            Save the workspace as a zip
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <input
        ref={folderInput}
        type="file"
        multiple
        hidden
        aria-label="Folder to bring"
        {...{ webkitdirectory: "" }}
        onChange={(event) => {
          const list = event.currentTarget.files;
          if (list !== null && list.length > 0) void offer(readFileList(list, progress));
        }}
      />
      <input
        ref={zipInput}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label="Zip to bring"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file !== undefined) void offerZip(file);
        }}
      />
      {children}
      {over ? (
        <div className="pointer-events-none absolute inset-1 z-20 grid place-content-center rounded-lg border-2 border-primary border-dashed bg-card/90 text-center">
          Drop a folder, files or a zip
        </div>
      ) : null}
      {linking === undefined || linkFolder === undefined ? null : (
        <LinkFolderDialog directory={linking} link={linkFolder} onClose={() => setLinking(undefined)} />
      )}
      {step === undefined ? null : (
        <ImportDialog
          step={step}
          onTake={(source, replace) => void take(source, replace)}
          onClose={() => setStep(undefined)}
        />
      )}
    </div>
  );
}

function problemOf(error: unknown): Problem {
  return {
    code: "unreadable",
    message: `The browser could not read that: ${error instanceof Error ? error.message : String(error)}`,
    fix: "Nothing was changed. Try again, or bring it as a zip.",
  };
}

function fileName(title: string): string {
  return title.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^-+|-+$/g, "") || "workspace";
}
