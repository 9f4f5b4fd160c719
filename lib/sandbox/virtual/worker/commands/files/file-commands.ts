import type { CustomCommand } from "just-bash/browser";
import { basename } from "./basename";
import { chmod } from "./chmod";
import { cp } from "./cp";
import { dirname } from "./dirname";
import { du } from "./du";
import { install } from "./install";
import { link, unlink } from "./link";
import { ln } from "./ln";
import { ls } from "./ls";
import { mkdir, rmdir } from "./make-directories";
import { mktemp } from "./mktemp";
import { mv } from "./mv";
import { pathchk } from "./pathchk";
import { readlink } from "./readlink";
import { realpath } from "./realpath";
import { rm } from "./rm";
import { stat } from "./stat";
import { touch } from "./touch";
import { tree } from "./tree";

export const fileCommands: CustomCommand[] = [
  ls,
  stat,
  dirname,
  tree,
  cp,
  mv,
  ln,
  mkdir,
  rmdir,
  chmod,
  rm,
  touch,
  du,
  install,
  realpath,
  readlink,
  basename,
  link,
  unlink,
  mktemp,
  pathchk,
];
