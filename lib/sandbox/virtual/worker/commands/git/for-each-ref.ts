import * as git from "isomorphic-git";
import { compileWildcard } from "../wildcard";
import { byBytes } from "./by-bytes";
import { byVersion } from "./by-version";
import { bodyOf, formatDate, subjectOf } from "./commit-format";
import { readArguments } from "./git-arguments";
import type { GitCommand } from "./git-command";
import { fatal, GitFailure, unsupported } from "./git-failure";
import { type Commit, type Repository, SHORT_OID, type Signature } from "./repository";

interface Reference {
  name: string;
  oid: string;
  type: string;
  commit: Commit | undefined;
  tag: { message: string; tagger: Signature | undefined } | undefined;
  isHead: boolean;
}

const USUAL = "%(objectname) %(objecttype)\t%(refname)";

/** `git for-each-ref [--format=…] [--sort=KEY] [--count=N] [PATTERN…]` */
export const forEachRef: GitCommand = async ({ repository, given }) => {
  const read = readArguments("for-each-ref", given, {
    flags: "--ignore-case",
    valued: "--format --sort --count --points-at --contains --no-contains --merged? --no-merged?",
  });
  for (const option of ["--ignore-case", "--points-at", "--contains", "--no-contains", "--merged", "--no-merged"])
    if (read.has(option)) throw unsupported("for-each-ref", option);
  const patterns = read.operands.map((text) => ({ prefix: text.replace(/\/$/, ""), matches: compileWildcard(text) }));
  const found: Reference[] = [];
  for (const name of await references(repository)) {
    const meant = patterns.some(
      ({ prefix, matches }) => name === prefix || name.startsWith(`${prefix}/`) || matches(name),
    );
    if (patterns.length === 0 || meant) found.push(await referenceOf(repository, name));
  }
  const keys = read.values("--sort");
  for (const key of keys) {
    const backwards = key.startsWith("-") ? -1 : 1;
    const field = key.replace(/^-/, "");
    const compare = comparator(field);
    found.sort((left, right) => backwards * compare(left, right));
  }
  const count = read.has("--count") ? Number(read.value("--count")) : found.length;
  if (Number.isNaN(count)) throw new GitFailure("error: option `count' expects a numerical value", 129);
  const format = read.value("--format") ?? USUAL;
  return {
    stdout: found
      .slice(0, count)
      .map((reference) => `${expand(format, reference)}\n`)
      .join(""),
  };
};

async function references(repository: Repository): Promise<string[]> {
  const branches = (await repository.branches()).map((name) => `refs/heads/${name}`);
  const tags = (await git.listTags(repository.common)).map((name) => `refs/tags/${name}`);
  const remotes = await git.listRemotes(repository.common);
  const remote = await Promise.all(
    remotes.map(async ({ remote }) =>
      (await git.listBranches({ ...repository.common, remote })).map((name) => `refs/remotes/${remote}/${name}`),
    ),
  );
  const stash = (await repository.tryResolve("refs/stash")) === undefined ? [] : ["refs/stash"];
  const known: string[] = [];
  for (const name of [...branches, ...remote.flat(), ...stash, ...tags])
    if ((await repository.tryResolve(name)) !== undefined) known.push(name);
  return known.sort(byBytes);
}

async function referenceOf(repository: Repository, name: string): Promise<Reference> {
  const oid = await repository.resolve(name);
  const { type } = await git.readObject({ ...repository.common, oid });
  const peeled = await repository.peel(oid);
  return {
    name,
    oid,
    type,
    commit: peeled.type === "commit" ? await repository.commit(peeled.oid) : undefined,
    tag: type === "tag" ? await tagOf(repository, oid) : undefined,
    isHead: name === `refs/heads/${await repository.branch()}`,
  };
}

async function tagOf(repository: Repository, oid: string): Promise<Reference["tag"]> {
  const { tag } = await git.readTag({ ...repository.common, oid });
  return { message: tag.message, tagger: tag.tagger };
}

function shortName(name: string): string {
  return name.replace(/^refs\/(?:heads|tags|remotes)\//, "").replace(/^refs\//, "");
}

function comparator(field: string): (left: Reference, right: Reference) => number {
  if (field === "refname") return (left, right) => byBytes(left.name, right.name);
  if (field === "version:refname" || field === "v:refname") return (left, right) => byVersion(left.name, right.name);
  if (field === "objectname") return (left, right) => byBytes(left.oid, right.oid);
  if (/^(?:author|committer|tagger|creator)date$/.test(field)) {
    const when = (reference: Reference) => signatureOf(reference, field.slice(0, -4))?.timestamp ?? 0;
    return (left, right) => when(left) - when(right);
  }
  throw unsupported("for-each-ref", `--sort=${field}`);
}

function signatureOf({ tag, commit, type }: Reference, role: string): Signature | undefined {
  if (role === "tagger") return tag?.tagger;
  if (role === "creator") return tag === undefined ? commit?.committer : tag.tagger;
  if (type !== "commit") return undefined;
  return role === "author" ? commit?.author : commit?.committer;
}

function expand(format: string, reference: Reference): string {
  return format.replace(/%\(([^)]*)\)|%%|%([0-9a-fA-F]{2})/g, (whole: string, field?: string, code?: string) => {
    if (field !== undefined) return fieldOf(field, reference);
    return code === undefined ? whole.slice(1) : String.fromCharCode(Number.parseInt(code, 16));
  });
}

function fieldOf(field: string, reference: Reference): string {
  const [name = "", ...rest] = field.split(":");
  const detail = rest.join(":");
  const message = reference.tag?.message ?? reference.commit?.message ?? "";
  const plain = detail === "";
  if (name === "refname" && plain) return reference.name;
  if (name === "refname" && detail === "short") return shortName(reference.name);
  if (name === "objectname" && plain) return reference.oid;
  if (name === "objectname" && detail.startsWith("short"))
    return reference.oid.slice(0, Number(/^short=(\d+)$/.exec(detail)?.[1] ?? SHORT_OID));
  if (name === "objecttype" && plain) return reference.type;
  if (name === "HEAD" && plain) return reference.isHead ? "*" : " ";
  if (field === "subject" || field === "contents:subject") return subjectOf(message);
  if (field === "body" || field === "contents:body") return bodyOf(message);
  if (field === "contents") return message;
  if (field === "upstream" || field === "upstream:short" || field === "upstream:track") return "";
  const part = /^(author|committer|tagger|creator)(name|email|date)?$/.exec(name);
  const [, role = "", kind] = part ?? [];
  if (part !== null && kind === "date") {
    const signature = signatureOf(reference, role);
    return signature === undefined ? "" : formatDate(signature, plain ? "default" : detail);
  }
  if (part !== null && role !== "creator" && plain) {
    const signature = signatureOf(reference, role);
    if (signature === undefined) return "";
    const { name: person, email } = signature;
    if (kind === "name") return person;
    if (kind === "email") return `<${email}>`;
    return `${person} <${email}> ${formatDate(signature, "raw")}`;
  }
  throw fatal(`%(${field}) is not supported in the embedded shell`);
}
