import { expect, test } from "vitest";
import { shellOverFiles } from "@/lib/testing/shell-over-files";
import { curl, wget } from "./curl";

test("what reaches out fails with the program's own code and names what does reach out", async () => {
  const shell = shellOverFiles([curl, wget]);
  expect(await shell.run("curl -s https://example.com/a || echo failed $?")).toEqual({
    stdout: "failed 7\n",
    stderr: expect.stringMatching(/^curl: \(7\) Failed to connect to https:\/\/example\.com\/a: .*httpRequest/),
    exitCode: 0,
  });
  expect(await shell.run("wget -q https://example.com/a")).toMatchObject({ stdout: "", exitCode: 4 });
});
