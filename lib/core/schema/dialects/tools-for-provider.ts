import type { ToolSchema } from "../../tool/tool-types";
import { DIALECTS, type DialectId } from "./dialect";
import type { LintFinding } from "./finding";
import { lintTool, providerName, verdictOf } from "./lint-tool";
import { type DialectSchema, toDialect } from "./to-dialect";

/** One tool as a provider is told of it. */
interface ProviderTool {
  /** As the provider knows it. */
  name: string;
  description: string;
  schema: DialectSchema;
  /** Whether the provider is asked to hold the model to the schema; undefined where it knows no such thing. */
  strict: boolean | undefined;
}

export interface ProviderTools {
  /** In the order in which they are sent. */
  tools: ProviderTool[];
  /** By the author's name; what was left out is not here. */
  byName: ReadonlyMap<string, ProviderTool>;
  /** The author's name of a tool that the provider called; an unknown one stays as it is. */
  ownName(sent: string): string;
  /** Tools that this provider cannot be told of, with the reasons. The others go without them. */
  leftOut: { tool: string; findings: LintFinding[] }[];
}

/**
 * A whole list of tools for one request. One tool that cannot be told never keeps the others from being told: it is left out
 * by name. A tool that the strict form has no place for is sent in the ordinary form of the same provider.
 */
export function toolsForProvider(tools: readonly ToolSchema[], id: DialectId): ProviderTools {
  const byName = new Map<string, ProviderTool>();
  const ownNames = new Map<string, string>();
  const leftOut: ProviderTools["leftOut"] = [];
  for (const tool of tools) {
    const spoken = spokenDialect(tool, id);
    if (spoken === undefined) {
      leftOut.push({ tool: tool.name, findings: lintTool(tool, id).filter(({ severity }) => severity === "problem") });
      continue;
    }
    const schema = toDialect(tool.parameters, spoken);
    const wanted = providerName(tool.name, spoken);
    let name = wanted;
    for (let count = 2; ownNames.has(name); count += 1) name = `${wanted.slice(0, 60)}_${count}`;
    ownNames.set(name, tool.name);
    byName.set(tool.name, {
      name,
      description: shortened([tool.description, schema.said].filter((text) => text !== "").join(" "), spoken),
      schema,
      strict: id === "openai-strict" ? spoken === id : undefined,
    });
  }
  return {
    tools: Array.from(byName.values()),
    byName,
    ownName: (sent) => ownNames.get(sent) ?? sent,
    leftOut,
  };
}

function spokenDialect(tool: ToolSchema, id: DialectId): DialectId | undefined {
  const ways: DialectId[] = id === "openai-strict" ? [id, "openai"] : [id];
  return ways.find((way) => {
    try {
      return verdictOf(lintTool(tool, way)) !== "problem";
    } catch {
      // What nobody foresaw in one schema is this tool's fault alone.
      return false;
    }
  });
}

function shortened(description: string, id: DialectId): string {
  const longest = DIALECTS[id].longestDescription;
  return longest === undefined || description.length <= longest ? description : `${description.slice(0, longest - 1)}…`;
}
