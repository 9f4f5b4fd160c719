/** What `find` asks of each file, as it was parsed from its arguments. */
export type FindExpression =
  | { kind: "and" | "or" | "comma"; left: FindExpression; right: FindExpression }
  | { kind: "not"; inner: FindExpression }
  | { kind: "test"; test: (file: FoundFile) => boolean | Promise<boolean> }
  | { kind: "action"; run: (file: FoundFile) => Promise<boolean> };

/** How a number with its sign is compared: `+n` more, `-n` less, `n` exactly. */
export type Comparison = (value: number) => boolean;

export interface FoundFile {
  /** As it is printed: the operand and what lies below it. */
  shown: string;
  path: string;
  base: string;
  depth: number;
  /** The operand that it was found below. */
  start: string;
  type: "f" | "d" | "l";
  size: number;
  mode: number;
  modified: number;
  inode: number;
  isEmptyDirectory: () => Promise<boolean>;
  linkTarget: () => Promise<string>;
}

export interface FindPlan {
  operands: string[];
  expression: FindExpression;
  minimumDepth: number;
  maximumDepth: number;
  depthFirst: boolean;
  follow: boolean;
  followOperands: boolean;
}

/** What the expression may ask for while the files are walked. */
export interface FindState {
  pruned: boolean;
  quit: boolean;
  failed: boolean;
}
