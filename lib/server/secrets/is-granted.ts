import "server-only";
import { isAmongHosts } from "../tools/address-rules";
import type { OperatorSecret } from "./secret-settings";

const EVERY_TOOL = "*";

export interface Grants {
  tools: readonly string[];
  /** Host names, `*.example.com`, `process`, `mail`. */
  hosts: readonly string[];
}

export function isGranted(grants: Grants, tool: string, target: string): boolean {
  return (grants.tools.includes(tool) || grants.tools.includes(EVERY_TOOL)) && isAmongHosts(target, grants.hosts);
}

/** What a session asks for that the operator does not lend; empty when all of it is within. */
export function beyondOperator(asked: Grants, operator: Pick<OperatorSecret, "tools" | "hosts">): string[] {
  const tools = asked.tools.filter((tool) => !operator.tools.includes(tool) && !operator.tools.includes(EVERY_TOOL));
  const hosts = asked.hosts.filter(
    // A pattern is within another one when the names it stands for are.
    (host) => !operator.hosts.includes(host) && !isAmongHosts(host.replace(/^\*\./, "any."), operator.hosts),
  );
  return [...tools, ...hosts];
}
