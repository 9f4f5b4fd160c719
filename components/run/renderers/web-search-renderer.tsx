import type { JsonValue } from "@/lib/core/errors/json-value";
import { SearchResults, type SearchResultsProps } from "../search-results";
import { type CallRenderer, textArgument } from "./call-renderer";

/** What was found as a list to read, each a way to its page. */
export const webSearchRenderer: CallRenderer = {
  summary: (values) => textArgument(values, "query"),
  result: (_text, _values, { value }) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const { results, answer, provider } = value;
    if (!Array.isArray(results) || !results.every(isResult)) return undefined;
    return (
      <SearchResults
        results={results}
        answer={typeof answer === "string" ? answer : undefined}
        provider={typeof provider === "string" ? provider : undefined}
      />
    );
  },
};

function isResult(result: JsonValue): result is SearchResultsProps["results"][number] {
  return (
    typeof result === "object" &&
    result !== null &&
    !Array.isArray(result) &&
    typeof result.title === "string" &&
    typeof result.url === "string" &&
    typeof result.snippet === "string"
  );
}
