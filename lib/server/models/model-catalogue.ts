import "server-only";
import type { ModelChoice } from "@/lib/core/agent/event";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { Model } from "@/lib/core/model/model";
import { scriptedModel } from "@/lib/core/model/scripted-model";
import type { Environment } from "../env";
import { guessDialect } from "./openai-compatible/guess-dialect";
import { openAiCompatibleModel } from "./openai-compatible/openai-compatible-model";
import { pace } from "./pace";

export interface ModelOption extends ModelChoice {
  label: string;
  /** Why it cannot be used, with the fix; undefined when it can. */
  unavailable?: string;
}

/** The models that this server offers, and how one is made. */
export interface ModelCatalogue {
  options(): ModelOption[];
  /** `script` is the text of `script.json`; only the scripted model reads it. */
  find(choice: ModelChoice | undefined, script: string | undefined): Result<Model>;
}

const OPENAI_COMPATIBLE = "openai-compatible";

export function createModelCatalogue(environment: Pick<Environment, "openai">): ModelCatalogue {
  const { openai } = environment;
  const options: ModelOption[] = [
    { provider: "scripted", model: "script.json", label: "Scripted model (no key)" },
    ...(openai === undefined
      ? [
          {
            provider: OPENAI_COMPATIBLE,
            model: "none",
            label: "OpenAI-compatible provider",
            unavailable:
              "No provider is set up. Set TOOLWRIGHT_OPENAI_BASE_URL, TOOLWRIGHT_OPENAI_MODELS and (when it needs one) TOOLWRIGHT_OPENAI_API_KEY on the server, and start it again.",
          },
        ]
      : openai.models.map((model) => ({ provider: OPENAI_COMPATIBLE, model, label: model }))),
  ];
  return {
    options: () => options,
    find(choice, script) {
      if (choice?.provider === "scripted") return ok(scriptedModel(script ?? "", { pace }));
      if (choice?.provider === OPENAI_COMPATIBLE && openai?.models.includes(choice.model)) {
        const { baseUrl, apiKey, dialect } = openai;
        return ok(
          openAiCompatibleModel({
            baseUrl,
            apiKey,
            model: choice.model,
            dialect: dialect ?? guessDialect(baseUrl),
          }),
        );
      }
      const known = options.find(({ provider }) => provider === choice?.provider);
      return fail("model-unavailable", `The model "${choice?.provider}/${choice?.model}" is not offered here.`, {
        field: "model",
        fix: known?.unavailable ?? "Choose another model.",
      });
    },
  };
}
