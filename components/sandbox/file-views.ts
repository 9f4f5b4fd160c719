import type { FileContent } from "./file-content";

export type FileView = "text" | "preview" | "image" | "bytes";

/** The ways a file can be looked at, the usual one first. An SVG is drawn as an image, where its scripts do not run. */
export function fileViews(name: string, content: FileContent): FileView[] {
  switch (content.kind) {
    case "image":
      return ["image", "bytes"];
    case "binary":
      return ["bytes"];
    case "too-large":
    case "not-utf8":
      return ["text", "bytes"];
    case "text":
      if (/\.svg$/i.test(name)) return ["image", "text", "bytes"];
      return /\.(?:md|markdown)$/i.test(name) ? ["text", "preview", "bytes"] : ["text", "bytes"];
  }
}
