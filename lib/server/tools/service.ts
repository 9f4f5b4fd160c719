import "server-only";
import type { z } from "zod";
import type { JsonValue } from "@/lib/core/errors/json-value";
import type { SideEffect } from "@/lib/core/tool/tool-types";
import type { SecretDoor } from "../secrets/secret-door";
import type { GuardedFetch } from "./guarded-fetch";

/**
 * A service of the server that tools ask for through `context.outside`. The dispatcher has parsed the input, found the call
 * in the log, checked the approval and claimed the use before `execute` is entered.
 */
export interface Service<I = unknown> {
  /** For a built-in tool, the tool's own name. */
  readonly name: string;
  readonly input: z.ZodType<I>;
  /**
   * Whether a person has to have approved it. Unless `approvalOf` says otherwise such an input is only ever carried out for
   * the built-in's own call, never from inside another tool.
   */
  needsApproval(input: I): boolean;
  /**
   * What a person must have approved when `needsApproval` says so. `input` (unless told): the built-in's own call with exactly
   * this input. `call`: the call that asks, whatever tool it is of; for services that carry out what authored code decides
   * while it runs, so that no person could have seen the input.
   */
  readonly approvalOf?: "input" | "call";
  /** The side effect that the approved request must have named, so that whoever approved knew of it. */
  readonly approvalFor?: SideEffect;
  /**
   * For a service that stands behind tools of any name, such as a container: the part of its input that has to be the canonical
   * arguments of the call. Without it the whole input has to be, and the tool has the service's name.
   */
  argumentsOf?(input: I): { readonly [key: string]: JsonValue };
  /** `any-call`: other tools may ask for it too, as long as no approval is needed. `own-call`: only the built-in of this name. */
  readonly openTo: "own-call" | "any-call";
  /** Expected failures are `{ error }` values in the documented words; a throw is a fault of the service. */
  execute(input: I, context: ServiceContext): Promise<JsonValue>;
}

export interface ServiceContext {
  /** Stop, timeout of the call, the tab going away, or the end of the server. The work must end then. */
  readonly signal: AbortSignal;
  readonly sessionId: string;
  readonly ownerId: string;
  readonly runId: string;
  readonly callId: string;
  /** The tool whose call this is. */
  readonly tool: string;
  /** The author's options of the tool; narrowing only. */
  readonly settings: Readonly<Record<string, JsonValue>>;
  readonly secrets: SecretDoor;
  /** The only way out to the network. */
  readonly fetch: GuardedFetch;
  progress(text: string, fraction?: number): void;
}
