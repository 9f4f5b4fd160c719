import { MatchList } from "../match-list";
import { type CallRenderer, textArgument } from "./call-renderer";

export const globRenderer: CallRenderer = {
  summary: (values) => textArgument(values, "pattern"),
  result: (text) => {
    const [head, ...paths] = text.split("\n");
    if (head === undefined || !/^\d+ match(?:es)? for /.test(head) || paths.length === 0) return undefined;
    return <MatchList matches={paths.filter((path) => path !== "").map((path) => ({ path }))} notes={[head]} />;
  },
};
