const LONGEST_JSON = 300;

/** What a keyword demands, as a sentence for a description. The name of the keyword stands where no sentence is known. */
export function constraintWords(keyword: string, value: unknown): string {
  const text = shortJson(value);
  switch (keyword) {
    case "minLength":
      return `At least ${text} characters.`;
    case "maxLength":
      return `At most ${text} characters.`;
    case "pattern":
      return `Matches the regular expression ${String(value)}`;
    case "format":
      return `In the format "${String(value)}".`;
    case "minimum":
      return `At least ${text}.`;
    case "maximum":
      return `At most ${text}.`;
    case "exclusiveMinimum":
      return `More than ${text}.`;
    case "exclusiveMaximum":
      return `Less than ${text}.`;
    case "multipleOf":
      return `A multiple of ${text}.`;
    case "minItems":
      return `At least ${text} items.`;
    case "maxItems":
      return `At most ${text} items.`;
    case "uniqueItems":
      return "No two items are equal.";
    case "minProperties":
      return `At least ${text} members.`;
    case "maxProperties":
      return `At most ${text} members.`;
    case "additionalProperties":
      return value === false ? "No other members." : `Other members fit ${text}.`;
    case "patternProperties":
      return `Members whose names match a pattern fit its schema: ${text}.`;
    case "propertyNames":
      return `The names of members fit ${text}.`;
    case "dependentRequired":
      return `A member asks for others: ${text}.`;
    case "contains":
      return `Some item fits ${text}.`;
    case "not":
      return `Nothing that fits ${text}.`;
    case "if":
      return `What fits ${text} is special:`;
    case "then":
      return `then it fits ${text}.`;
    case "else":
      return `Otherwise it fits ${text}.`;
    case "default":
      return `Default: ${text}.`;
    case "examples":
      return `For example: ${Array.isArray(value) ? value.map(shortJson).join(", ") : text}.`;
    default:
      return `${keyword}: ${text}.`;
  }
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > LONGEST_JSON ? `${text.slice(0, LONGEST_JSON)}…` : text;
}
