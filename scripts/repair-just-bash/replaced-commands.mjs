/** Commands of the package that the shell has of its own; `scripts/replaced-commands.test.mjs` holds the list to what the shell gives. */
export const replacedCommands =
  "awk base64 basename cat chmod clear column comm cp curl cut date diff dirname du egrep env expand expr fgrep file find fold grep gunzip gzip head hostname join jq ln ls md5sum mkdir mv nl od paste printenv readlink rev rm rmdir sed seq sha1sum sha256sum sleep sort split stat strings tac tail tee timeout touch tr tree unexpand uniq wc whoami xargs zcat".split(
    " ",
  );

const ENTRY =
  /\{name:"([^"]+)",load:async\(\)=>\(await Promise\.resolve\(\)\.then\(\(\)=>\([\w$]+\(\),[\w$]+\)\)\)\.[\w$]+\},?/g;
/** The package's modules: each a function that fills variables when somebody first asks. */
const MODULE = /=(?:L\(\(\)=>\{|Jo\(\()/;

/** The names of the commands that the package can load. */
export function packageCommands(source) {
  return [...source.matchAll(ENTRY)].map(([, name]) => name);
}

/**
 * The same package without these commands in its register. Nothing else refers to their modules then, and the modules are
 * marked as having no effect of their own, so that a bundler leaves them out: a third of what each worker would read.
 */
export function withoutReplacedCommands(source) {
  const known = packageCommands(source);
  const unknown = replacedCommands.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`just-bash has changed: it does not register ${unknown.join(", ")}.`);
  if (!MODULE.test(source)) throw new Error("just-bash has changed: its modules begin in another way.");
  return source
    .replace(ENTRY, (entry, name) => (replacedCommands.includes(name) ? "" : entry))

    .replace(new RegExp(MODULE, "g"), (start) => `=/* @__PURE__ */${start.slice(1)}`);
}
