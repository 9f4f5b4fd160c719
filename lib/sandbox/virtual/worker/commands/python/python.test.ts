import { describe, vi } from "vitest";
import { describeCommands } from "@/lib/testing/describe-commands";

// Each start makes the interpreter anew, which takes a machine under load many times what it takes an idle one.
vi.setConfig({ testTimeout: 120_000 });

describe("python3", () => {
  describeCommands(
    [
      { script: "python3 -c 'print(1+1)'", stdout: "2\n" },
      { script: "python3 -V", stdout: "Python 3.14.2\n" },
      { script: "python3 -Z", exitCode: 2, stderr: /^Unknown option: -Z\nusage: / },
      { script: "python3 -c 'import sys; sys.exit(4)'", exitCode: 4 },
      { script: "python3 -c 'raise ValueError(\"x\")'", exitCode: 1, stderr: /^Traceback[\s\S]*ValueError: x\n$/ },
      { script: "python3 s.py a b; echo $?", stdout: "['s.py', 'a', 'b'] /workspace\n0\n" },
      { script: "python3 -c 'print(\"é😀\")' | cat; python3 -c 'print(\"é😀\")'", stdout: "é😀\né😀\n" },
      { script: "python3 -c 'import sys; sys.stdout.buffer.write(b\"a\\xff\\xc3\")' | xxd -p", stdout: "61ffc3\n" },
      { script: "timeout 1 python3 -c 'while True: pass'; echo $?", stdout: "124\n" },
      { script: 'python3 -c \'import atexit; atexit.register(print, "bye"); print(1, end="")\'', stdout: "1bye\n" },
      { script: "python3 -m pip install x", exitCode: 1, stderr: /^python3: no packages can be installed here; / },
      { script: "python3 -c 'import js'", exitCode: 1, stderr: /ModuleNotFoundError: import of js halted/ },
      {
        script: "python3 -c 'import subprocess; subprocess.run([\"ls\"])' 2>&1 | tail -1",
        stdout: "OSError: [Errno 138] emscripten does not support processes.\n",
      },
      {
        script: 'python3 -c \'open("w.txt","w").write("é\\n")\'; cat w.txt; ls -l w.txt | cut -c1-10; ls',
        stdout: "é\n-rw-r--r--\nlib\ns.py\nw.txt\n",
      },
      { script: "python3 -c 'import lib.mod as m; print(m.X)'; ls -a lib", stdout: "5\n.\n..\nmod.py\n" },
      { script: "echo 'print(7)' | python3 -", stdout: "7\n" },
      {
        script: "printf 'a\\nb\\n' | python3 -c 'import sys; print([l.strip() for l in sys.stdin])'",
        stdout: "['a', 'b']\n",
      },
      {
        script: "python3 -c 'import os; os.system(\"ls\")'",
        exitCode: 1,
        stderr: /OSError: there are no other processes here; run the command in the shell\n$/,
      },
      {
        script: "python3 -c 'import socket; socket.create_connection((\"localhost\", 80))'",
        exitCode: 1,
        stderr: /OSError: \[Errno 40\] Network unreachable\n$/,
      },
      {
        script:
          "python3 -c 'import asyncio\nasync def work(n):\n  await asyncio.sleep(n / 100)\n  return n\nasync def main():\n  print(await asyncio.gather(work(2), work(1)))\nasyncio.run(main())'",
        stdout: "[2, 1]\n",
      },
      { script: "python3", exitCode: 1, stderr: /interactive/ },
    ],
    { "s.py": "import sys, os\nprint(sys.argv, os.getcwd())\n", "lib/mod.py": "X = 5\n" },
  );
});
