// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of bash.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inProcessChannel } from "@/lib/testing/in-process-channel";
import { VirtualSandbox } from "./virtual-sandbox";

let sandbox: VirtualSandbox;

beforeAll(async () => {
  sandbox = new VirtualSandbox({ connect: inProcessChannel(), isolated: true });
  await sandbox.ready();
});

afterAll(() => sandbox.dispose());

/** Every expectation is what bash prints. */
describe("the language of the embedded bash", () => {
  test.each([
    ["a counter from an octal text", "x=010; echo $((x)); ((x++)); echo $x", "8\n9\n"],
    ["a function within an expression", "f() { echo 4; }; echo $(( $(f) * 2 ))", "8\n"],
    ["brace lists", "echo {1..20000} | wc -w", "20000\n"],
    ["words of a local array", 'f() { local a=("$@" $(echo p q)); echo ${#a[@]}; }; f x "y z"', "4\n"],
    ["a default in a local array", 'f() { local a=("${n:-d e}"); echo "${#a[@]} ${a[0]}"; }; f', "1 d e\n"],
    [
      "a local associative array",
      'f() { local -A m=([a]=1 [b]=\'x y\'); echo "${m[b]}"; }; f; echo "${m[b]}"',
      "x y\n\n",
    ],
    ["keys that are expansions", 'k=z; declare -A m=([$k]=v ["$k 2"]=w); echo ${m[z]} ${m[z 2]}', "v w\n"],
    ["indices that are expansions", "i=3; a=([$i]=x [i+1]=y); echo ${!a[@]}", "3 4\n"],
    ["a list through a nameref", 'f() { local -n r=$1; r+=(new); }; a=(old); f a; echo "${a[@]}"', "old new\n"],
    [
      "set -e does not look into conditions",
      "set -e; f() { false; echo in; }; f || echo no; f && echo yes",
      "in\nin\nyes\n",
    ],
    ["set -e stays outside of $( )", "set -e; x=$(false; echo hi); echo $x", "hi\n"],
    [
      "what $( ) changes stays in it",
      "x=$(set -u; cd /tmp; g() { :; }; shopt -s nullglob); echo $u$(type -t g)$PWD",
      "/workspace\n",
    ],
    ["a stage of a pipe is a subshell", "cd /tmp | cat; f() { :; } | cat; echo $PWD$(type -t f)", "/workspace\n"],
    ["a command that exits keeps its redirection", "f() { echo x; exit 3; }; (f > out); echo $?; cat out", "3\nx\n"],
    ["exec of a command is the last one", "(exec echo hi; echo no)", "hi\n"],
    ["xtrace is not redirected with the command", "{ set -x; echo a 2> /dev/null; } 2> t; cat t", "a\n+ echo a\n"],
    ["deep recursion", "f() { if (($1 > 0)); then f $(($1 - 1)); else echo end; fi; }; f 400", "end\n"],
    ["a part of an endless device", "head -c 5 /dev/zero | wc -c; head -c 8 /dev/urandom | wc -c", "5\n8\n"],
    ["select", "select x in a b; do echo $x; break; done <<< 2 2> /dev/null", "b\n"],
    ["several lists in a word", "set -- a b; printf '<%s>' \"$@$@\"; set --; printf '<%s>' \"$@$@\"", "<a><ba><b><>"],
    ["blanks that a value starts with", "x=' p q'; printf '<%s>' a$x", "<a><p><q>"],
    [
      "defaults under set -u",
      'set -u; echo "${nope:-q}" "${nope-}" "${nope:+z}"; echo "${nope:-alone}"; echo "${v:=w}"; (echo "$nope") 2> /dev/null; echo $?',
      "q  \nalone\nw\n1\n",
    ],
    ["& in a replacement", 'x=abc; echo ${x/b/[&]} "${x/b/"&"}"', "a[b]c a&c\n"],
    [
      "** in a pattern",
      "mkdir -p g/h; touch g/h/i.z; shopt -s globstar; echo g/** **/h/*.z",
      "g/ g/h g/h/i.z g/h/i.z\n",
    ],
    ["a variable becomes an array", "f() { local v=x; v[1]=y; echo ${v[@]}; }; f; echo ${v[@]-none}", "x y\nnone\n"],
    ["a shell gets what is exported", "unset HOME; A=1; export B=2; bash -c 'echo [$HOME] [$A] [$B]'", "[] [] [2]\n"],
    ["the last background process", 'echo [$!]; true & test -n "$!" && echo set; wait', "[]\nset\n"],
    [
      "what a child shell sets is its own",
      "bash -c 'shopt -s nullglob; readonly x=1; set -e'; x=2; echo $x no*pe",
      "2 no*pe\n",
    ],
    [
      "directories that are turned",
      "pushd /tmp > /dev/null; pushd / > /dev/null; pushd +1; echo ~- ~1",
      "/tmp /workspace /\n/ /workspace\n",
    ],
    ["the rest of a line whose expansion fails", "echo ${}; echo never\necho next", "next\n"],
    ["ulimit and umask", "ulimit -n; umask; umask 022", "4096\n0022\n"],
  ])("%s", async (_what, command, stdout) => {
    expect(await sandbox.exec(command)).toMatchObject({ stdout, exitCode: 0 });
  });

  test.each([
    ["an unset variable under set -u", "set -u; echo $nothing; echo never", 127, /unbound variable/],
    ["a division by zero ends the line", "echo $((1 / 0)); echo never", 1, /division by 0/],
    ["a directory that is missing", "echo x > none/f", 1, /No such file or directory/],
    ["too long a brace list", "echo {1..1000001}", 126, /more than 1000000 words/],
    ["exec into a process", "exec > >(cat); echo never", 1, /exec: >\( \)/],
    ["an option of mapfile", "mapfile -C f a < /dev/null", 1, /-C/],
    ["a pattern of extglob without it", "case a in @(a|b)) echo yes ;; esac", 2, /extglob/],
    ["coproc", "coproc cat", 2, /coproc/],
    ["an endless device as a whole", "cat /dev/zero", 1, /zero/],
    ["a mask that could not be kept", "umask 077", 1, /022/],
    ["a limit that could not be set", "ulimit -n 10", 1, /cannot modify/],
    ["an option that shopt cannot keep", "shopt -s localvar_inherit", 1, /localvar_inherit: this shell cannot set/],
    ["a builtin that is to be disabled", "enable -n echo", 1, /cannot disable a builtin/],
    ["options of one function alone", "f() { local -; }; f", 1, /local: -: not supported/],
    ["what no number of a test is", "[ a -eq 1 ]", 2, /bash: line 1: \[: a: integer expression expected/],
    ["too deep a recursion", "f() { f; }; f", 126, /recursion depth.*use a loop/],
  ])("%s is said", async (_what, command, exitCode, stderr) => {
    const result = await sandbox.exec(command);
    expect(result).toMatchObject({ stdout: "", exitCode });
    expect(result.stderr).toMatch(stderr);
  });
});
