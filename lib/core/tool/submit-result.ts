import { SUBMIT_RESULT } from "../agent/submitted-result";
import { errorText } from "../errors/error-text";
import { toolParametersSchema } from "../schema/tool-parameters-schema";
import { definitionError } from "./check-tool";
import { tool } from "./tool";
import type { Tool, ToolParameters } from "./tool-types";

/**
 * The tool by which a model hands in the result of a run. Its parameters are the result's schema, so a submission that does
 * not fit never counts and goes back to the model with what is wrong; of several that fit, the last counts.
 */
export function submitResult(output: ToolParameters, onSubmit?: (value: unknown) => void): Tool {
  checkOutput(output);
  return tool({
    name: SUBMIT_RESULT,
    description: "Submit the result of this run. If it is refused, correct what is named and submit it again.",
    parameters: output,
    exclusive: true,
    execute(value) {
      onSubmit?.(value);
      return "Submitted.";
    },
  });
}

function checkOutput(output: ToolParameters): void {
  try {
    toolParametersSchema(output);
  } catch (thrown) {
    throw definitionError(
      "bad-schema",
      "output",
      `"output" cannot be submitted: ${errorText(thrown).replaceAll('"parameters', '"output')}`,
      "",
      { cause: thrown },
    );
  }
}
