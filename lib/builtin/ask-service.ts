import type { JsonValue } from "@/lib/core/errors/json-value";
import type { OutsideInput } from "@/lib/core/tool/outside";
import type { ToolContext } from "@/lib/core/tool/tool-types";
import { outsideOf } from "./outside-of";

/** Carries a built-in's parsed parameters to the service of the same name, with the options the tool was registered with. */
export function askService(context: ToolContext, service: string, params: object): Promise<JsonValue> {
  return outsideOf(context, service).ask(service, plain(params), {
    signal: context.signal,
    settings: plain(context.opts ?? {}),
  });
}

/** Parameters come out of JSON; an optional one that was left out must not cross as a member. */
function plain(value: object): OutsideInput {
  return JSON.parse(JSON.stringify(value));
}
