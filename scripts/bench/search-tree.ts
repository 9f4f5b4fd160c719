/** In every file once, and nowhere else. */
export const EVERYWHERE = "needle";
/** In twenty files. */
export const RARE = "haystackMarker";

const FILES = 10_000;
const FILE_BYTES = 5000;
const FILES_A_FOLDER = 12;
const RARE_EVERY = 500;
const EXTENSIONS = ["ts", "ts", "ts", "tsx", "js", "css", "md", "json"];
const WORDS =
  "export const function return value result index total count await async import from type interface string number boolean compute left right user session request response error message path file name list item größe naïve 日本語".split(
    " ",
  );

/**
 * 10,000 files of 5 kB with lines of different lengths, in nested folders as a project has them, one rule file at the top that leaves nothing
 * out: relative path → text. The same at every call, on disk and in the page.
 */
export function* searchTree(): Generator<[string, string]> {
  let state = 42;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const word = (): string => WORDS[random(WORDS.length)] as string;
  yield [".gitignore", "# nothing of this tree\ndist/\n*.log\n/coverage\n"];
  for (let index = 0; index < FILES; index += 1) {
    const folder = Math.floor(index / FILES_A_FOLDER);
    const lines: string[] = [];
    let length = 0;
    const marked = random(60);
    while (length < FILE_BYTES) {
      const words = Array.from({ length: 2 + random(14) }, word);
      if (lines.length === marked) words.push(`${EVERYWHERE}${index}`);
      if (lines.length === marked && index % RARE_EVERY === 0) words.push(RARE);
      const line = `${" ".repeat(2 * random(5))}${words.join(" ")};`;
      lines.push(line);
      length += line.length + 1;
    }
    if (!lines.some((line) => line.includes(EVERYWHERE))) lines.push(`${EVERYWHERE}${index}`);
    const path = `packages/p${folder % 7}/src/area${folder % 31}/part${folder}/file-${index}.${EXTENSIONS[index % EXTENSIONS.length]}`;
    yield [path, `${lines.join("\n")}\n`];
  }
}

export interface Search {
  what: string;
  pattern: string;
  caseSensitive?: boolean;
  /** As GNU grep is asked the same. */
  gnu: readonly string[];
}

export const SEARCHES: readonly Search[] = [
  { what: "a word of every file", pattern: EVERYWHERE, gnu: ["-F", EVERYWHERE] },
  { what: "a word of 20 files", pattern: RARE, gnu: ["-F", RARE] },
  { what: "a word that is nowhere", pattern: "no such text anywhere", gnu: ["-F", "no such text anywhere"] },
  { what: "a word without regard to case", pattern: "NEEDLE", caseSensitive: false, gnu: ["-i", "-F", "NEEDLE"] },
  { what: "`\\bneedle\\d+`", pattern: "\\bneedle\\d+", gnu: ["-P", "\\bneedle\\d+"] },
  {
    what: "`needle1[0-9]+ haystackMarker;$`",
    pattern: "needle1[0-9]+ haystackMarker;$",
    gnu: ["-E", "needle1[0-9]+ haystackMarker;$"],
  },
  {
    what: "`^ *(export|import) .*needle`",
    pattern: "^ *(export|import) .*needle",
    gnu: ["-E", "^ *(export|import) .*needle"],
  },
  {
    what: "`haystackMarker|nowhereElse`",
    pattern: "haystackMarker|nowhereElse",
    gnu: ["-E", "haystackMarker|nowhereElse"],
  },
  { what: "`[a-z]+Marker`", pattern: "[a-z]+Marker", gnu: ["-E", "[a-z]+Marker"] },
  { what: "`[a-z]+[0-9]{4}`, which no text is part of", pattern: "[a-z]+[0-9]{4}", gnu: ["-E", "[a-z]+[0-9]{4}"] },
  {
    what: "`[m-o][a-f]+le[0-9]{3}$` without regard to case",
    pattern: "[m-o][a-f]+le[0-9]{3}$",
    caseSensitive: false,
    gnu: ["-i", "-E", "[m-o][a-f]+le[0-9]{3}$"],
  },
  { what: "`[0-9]+\\b[a-z]*;$`", pattern: "[0-9]+\\b[a-z]*;$", gnu: ["-P", "[0-9]+\\b[a-z]*;$"] },
];

export interface Listing {
  what: string;
  pattern: string;
  find: readonly string[];
}

export const LISTINGS: readonly Listing[] = [
  { what: "`**/*.ts`", pattern: "**/*.ts", find: [".", "-name", "*.ts"] },
  { what: "`**/*`", pattern: "**/*", find: [".", "-mindepth", "1"] },
  {
    what: "`**/file-99?.{js,css}`",
    pattern: "**/file-99?.{js,css}",
    find: [".", "-name", "file-99?.js", "-o", "-name", "file-99?.css"],
  },
];
