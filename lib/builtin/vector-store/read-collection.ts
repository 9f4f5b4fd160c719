import { z } from "zod";
import { errorText } from "@/lib/core/errors/error-text";
import { jsonValueSchema } from "@/lib/core/errors/json-value";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";

const FILE_BYTES = 50 * 1024 ** 2;

/** One line of `.vectors/<collection>.jsonl`. Other members are let be. */
const documentSchema = z.object({
  id: z.union([z.string(), z.number()]),
  content: z.string(),
  metadata: z.record(z.string(), jsonValueSchema).default({}),
  /** A vector of the server's embedding model, so that it need not be asked again. */
  embedding: z.array(z.number()).optional(),
});
export type StoredDocument = z.output<typeof documentSchema>;

export type ReadCollection = { ok: true; text: string; documents: StoredDocument[] } | { ok: false; error: string };

export function collectionPath(collection: string): string {
  return `.vectors/${collection}.jsonl`;
}

/** The documents of a collection; the first wrong line is named. `parsed` spares the work when the text is the same. */
export async function readCollection(
  collection: string,
  sandbox: Sandbox,
  parsed?: { text: string; documents: StoredDocument[] },
): Promise<ReadCollection> {
  const path = collectionPath(collection);
  let text: string;
  try {
    const { size } = await sandbox.stat(path);
    if (size > FILE_BYTES) {
      return {
        ok: false,
        error: `${path} is larger than ${FILE_BYTES / 1024 ** 2} MB; a collection of that size belongs into pgvector`,
      };
    }
    text = new TextDecoder().decode(await sandbox.read(path));
  } catch (error) {
    if (SandboxError.isInstance(error) && (error.code === "not-found" || error.code === "not-directory")) {
      return {
        ok: false,
        error: `Collection not found: ${collection}. Write its documents to ${path}, one JSON object a line: {"id": "1", "content": "…", "metadata": {}}`,
      };
    }
    return { ok: false, error: `${path} cannot be read: ${errorText(error)}` };
  }
  if (parsed?.text === text) return { ok: true, ...parsed };
  const documents: StoredDocument[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const document = documentSchema.safeParse(jsonOf(line));
    if (!document.success) {
      const [issue] = document.error.issues;
      const where = issue?.path.join(".");
      return {
        ok: false,
        error: `Line ${index + 1} of ${path} is no document: ${where ? `${where}: ` : ""}${issue?.message}`,
      };
    }
    documents.push(document.data);
  }
  return { ok: true, text, documents };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
