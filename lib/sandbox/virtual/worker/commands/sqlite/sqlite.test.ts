import { beforeEach, describe, expect, test } from "vitest";
import { type ShellOverFiles, shellOverFiles } from "@/lib/testing/shell-over-files";
import { sqlite3 } from "./sqlite";

let shell: ShellOverFiles;
beforeEach(async () => {
  shell = shellOverFiles([sqlite3]);
  const ran = await shell.run(
    `sqlite3 t.db "create table t(a int primary key, b text); insert into t values(1,'x'),(2,null);"`,
  );
  expect(ran).toEqual({ stdout: "", stderr: "", exitCode: 0 });
});

/** What the real sqlite3 3.40.1 prints. */
describe("sqlite3 in the shell", () => {
  test.each([
    ["select * from t", "1|x\n2|\n"],
    ["-header t", "a|b\n1|x\n2|\n"],
    ["-json t", '[{"a":1,"b":"x"},\n{"a":2,"b":null}]\n'],
    ["-csv t", "1,x\n2,\n"],
    ["-header -column t", "a  b\n-  -\n1  x\n2   \n"],
    ["-line t", "    a = 1\n    b = x\n\n    a = 2\n    b = \n"],
    ["-table t", "+---+---+\n| a | b |\n+---+---+\n| 1 | x |\n| 2 |   |\n+---+---+\n"],
    ["-markdown t", "| a | b |\n|---|---|\n| 1 | x |\n| 2 |   |\n"],
    ["-box t", "┌───┬───┐\n│ a │ b │\n├───┼───┤\n│ 1 │ x │\n│ 2 │   │\n└───┴───┘\n"],
  ])("prints rows as asked: %s", async (asked, stdout) => {
    const options = asked.startsWith("-") ? asked.replace(/ t$/, "") : "";
    const ran = await shell.run(`sqlite3 ${options} t.db "select * from t"`);
    expect(ran).toEqual({ stdout, stderr: "", exitCode: 0 });
  });

  test("keeps what was changed in the file, and nothing of what was rolled back", async () => {
    await shell.run(`sqlite3 t.db "begin; delete from t; rollback; insert into t values(3,'new')"`);
    expect((await shell.run(`sqlite3 t.db "select count(*), max(b) from t"`)).stdout).toBe("3|x\n");
    const before = shell.tree.read("/workspace/t.db");
    await shell.run(`sqlite3 -readonly t.db "delete from t"`);
    expect(shell.tree.read("/workspace/t.db")).toEqual(before);
  });

  test("draws the plan of a query as a tree, and reads a script from standard input", async () => {
    await shell.run("sqlite3 p.db 'create table t(id integer primary key, n)'");
    expect((await shell.run("sqlite3 p.db 'explain query plan select * from t where id = 1'")).stdout).toBe(
      "QUERY PLAN\n`--SEARCH t USING INTEGER PRIMARY KEY (rowid=?)\n",
    );
    expect((await shell.run("sqlite3 p.db '.read /dev/stdin'", { stdin: "select 42;" })).stdout).toBe("42\n");
  });

  test("has the commands that begin with a dot", async () => {
    expect((await shell.run(`sqlite3 t.db .tables`)).stdout).toBe("t\n");
    expect((await shell.run(`sqlite3 t.db .schema`)).stdout).toBe("CREATE TABLE t(a int primary key, b text);\n");
    expect((await shell.run(`sqlite3 t.db .dump | sqlite3 copy.db; sqlite3 copy.db "select * from t"`)).stdout).toBe(
      "1|x\n2|\n",
    );
    shell.write("in.csv", 'x,y\n1,"a ""b"", c"\n');
    const script = ".mode csv\n.import in.csv i\n.output out.txt\nselect * from i;\n.quit\nselect 'never';\n";
    expect(await shell.run("sqlite3 t.db", { stdin: script })).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    expect(shell.read("out.txt")).toBe('1,"a ""b"", c"\n');
    expect(await shell.run("sqlite3 t.db .nope")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('"nope"'),
    });
  });

  test.each([
    [`sqlite3 t.db "select * from nope"`, 1, "Error: in prepare, no such table: nope\n"],
    [`sqlite3 t.db "insert into t values(1,'twice')"`, 19, "Error: stepping, UNIQUE constraint failed: t.a (19)\n"],
    [`echo "select * from nope;" | sqlite3 t.db`, 1, "Parse error near line 1: no such table: nope\n"],
    [
      `sqlite3 /nodir/x.db "select 1"`,
      1,
      'Error: unable to open database "/nodir/x.db": unable to open database file\n',
    ],
    [`echo text > n.db; sqlite3 n.db "select 1"`, 26, "Error: in prepare, file is not a database (26)\n"],
    [`sqlite3 -nope`, 1, "sqlite3: Error: unknown option: -nope\nUse -help for a list of options.\n"],
  ])("fails as sqlite3 does: %s", async (command, exitCode, stderr) => {
    expect(await shell.run(command)).toEqual({ stdout: "", stderr, exitCode });
  });
});
