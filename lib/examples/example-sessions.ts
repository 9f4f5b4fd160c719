import type { ExampleSession } from "./example-session";
import { expenseChart } from "./expense-chart/expense-chart";
import { shellHelper } from "./shell-helper/shell-helper";
import { tidyTodos } from "./tidy-todos/tidy-todos";

/** The first is what a new visitor's session holds. */
export const exampleSessions: readonly [ExampleSession, ...ExampleSession[]] = [tidyTodos, expenseChart, shellHelper];
