import { MatchList } from "../match-list";
import { type CallRenderer, textArgument } from "./call-renderer";

const MATCH = /^(.+?):(\d+): (.*)$/;

export const grepRenderer: CallRenderer = {
  summary: (values) => {
    const pattern = textArgument(values, "pattern");
    const place = textArgument(values, "path", "glob");
    return place === undefined ? pattern : `${pattern ?? ""} in ${place}`;
  },
  result: (text) => {
    const matches: { path: string; line: number; text: string }[] = [];
    const notes: string[] = [];
    for (const line of text.split("\n")) {
      const match = MATCH.exec(line);
      if (match !== null) matches.push({ path: match[1] ?? "", line: Number(match[2]), text: match[3] ?? "" });
      else if (line.trim() !== "") notes.push(line);
    }
    return matches.length === 0 ? undefined : <MatchList matches={matches} notes={notes} />;
  },
};
