/** Stands once in every file, and nowhere else. */
export const MATCHING_WORD = "needle";

const FILES = 10_000;
const FILE_BYTES = 5000;
const LINE = "export const value = compute(left, right); // some ordinary words of a program\n";

/** 10,000 files of 5 kB in 10 folders: relative path → text. The same on disk and in the page. */
export function* treeFiles(): Generator<[string, string]> {
  for (let index = 0; index < FILES; index += 1) {
    const head = `// file ${index}\nconst ${MATCHING_WORD} = ${index};\n`;
    const lines = LINE.repeat(Math.ceil((FILE_BYTES - head.length) / LINE.length));
    yield [`src/d${index % 10}/file-${index}.ts`, (head + lines).slice(0, FILE_BYTES)];
  }
}
