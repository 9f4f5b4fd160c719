import { type AgentConfig, type AgentDefinition, agent } from "./agent";

/** Another spelling of `agent()`, for definitions that write `new Agent({ … })`. */
export const Agent = function construct(config: AgentConfig): AgentDefinition {
  return agent(config);
} as unknown as new (
  config: AgentConfig,
) => AgentDefinition;
