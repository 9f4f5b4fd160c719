import "server-only";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { readArguments } from "@/lib/core/model/read-arguments";
import type { Redactor } from "@/lib/core/redact/redactor";

/**
 * The text of a call's arguments as it may be stored, and what it says. JSON can spell a value in ways that a text does not
 * show (a number, a letter behind `\u`), so what the text says is looked at too, and the text is written anew when it hid one.
 */
export function redactArguments(
  text: string,
  exact: Redactor,
): { argumentsText: string; arguments?: { [key: string]: JsonValue }; problem?: string } {
  const said = readArguments(text);
  if (!("arguments" in said) || said.arguments === undefined) {
    const argumentsText = exact.text(text);
    return { argumentsText, ...readArguments(argumentsText) };
  }
  const args = exact.value(said.arguments);
  const argumentsText = exact.text(text);
  const told = readArguments(argumentsText);
  const isTold = "arguments" in told && JSON.stringify(told.arguments) === JSON.stringify(args);
  return { argumentsText: isTold ? argumentsText : JSON.stringify(args), arguments: args };
}
