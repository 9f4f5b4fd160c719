import { describe, expect, it } from "vitest";
import type { ShellFetch, ShellFetchAnswer } from "@/lib/sandbox/virtual/shell-fetch";
import type { AskOutside } from "@/lib/sandbox/virtual/worker/command-outside";
import { shellOverFiles } from "@/lib/testing/shell-over-files";
import { cat } from "../lines/cat";
import { networkCommands } from "./network-commands";

/** A shell whose way out notes what it is asked, and answers as told. */
function shellWith(answer: Partial<ShellFetchAnswer> | { refuse: string; words?: string } | "never" = {}) {
  const asked: ShellFetch[] = [];
  const ask: AskOutside = async (input, signal) => {
    asked.push(input);
    if (answer === "never") {
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      return { ok: false, code: "outside-stopped", message: "it was stopped" };
    }
    if ("refuse" in answer) return { ok: false, code: answer.refuse, message: answer.words ?? "no." };
    const value: ShellFetchAnswer = {
      status: 200,
      statusText: "OK",
      headers: [["content-type", "text/plain"]],
      body: { text: "hello\n" },
      truncated: false,
      url: input.url,
      redirected: false,
      ...answer,
    };
    return { ok: true, value };
  };
  return { ...shellOverFiles([...networkCommands(ask), cat]), asked };
}

describe("curl", () => {
  it("prints the body, and asks for a redirect to be followed only with -L", async () => {
    const shell = shellWith();
    expect(await shell.run("curl -sS example.com/a && curl -L https://example.com/b")).toEqual({
      stdout: "hello\nhello\n",
      stderr: "",
      exitCode: 0,
    });
    expect(shell.asked).toEqual([
      { url: "http://example.com/a", method: "GET", headers: [], redirect: "manual" },
      { url: "https://example.com/b", method: "GET", headers: [], redirect: "follow" },
    ]);
  });

  it("sends data, headers and login as curl does", async () => {
    const shell = shellWith();
    shell.write("f", "a\r\nb\n");
    await shell.run(
      "curl -s https://a.example -d x=1 -d @f --data-raw @f --data-urlencode 'q=a b&ü' -H 'X-A: 1' -H 'content-type: t/x' -u u:p -A me -e from",
    );
    await shell.run("curl -s https://a.example --data-binary @f -X PUT");
    await shell.run("curl -sG https://a.example/?z=1 -d x=1 -d y=2");
    await shell.run(`curl -s https://a.example --json '{"a":1}'`);
    await shell.run("curl -s https://u:p@a.example");
    const [first, put, got, json, inAddress] = shell.asked;
    expect(first).toEqual({
      url: "https://a.example/",
      method: "POST",
      headers: [
        ["User-Agent", "me"],
        ["Referer", "from"],
        ["Authorization", "Basic dTpw"],
        ["X-A", "1"],
        ["content-type", "t/x"],
      ],
      body: { text: "x=1&ab&@f&q=a%20b%26%C3%BC" },
      redirect: "manual",
    });
    expect(put).toMatchObject({ method: "PUT", body: { text: "a\r\nb\n" } });
    expect(got).toMatchObject({ method: "GET", url: "https://a.example/?z=1&x=1&y=2" });
    expect(got).not.toHaveProperty("body");
    expect(json?.headers).toEqual([
      ["Content-Type", "application/json"],
      ["Accept", "application/json"],
    ]);
    expect(inAddress).toMatchObject({ url: "https://a.example/", headers: [["Authorization", "Basic dTpw"]] });
  });

  it("keeps every byte, both ways", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const base64 = btoa(String.fromCharCode(...bytes));
    const shell = shellWith({ body: { base64 } });
    shell.write("in", bytes);
    await shell.run("curl -s https://a.example/x.bin -O --data-binary @in; curl -s https://a.example/ | cat > piped");
    expect(shell.asked[0]?.body).toEqual({ base64 });
    expect(shell.tree.read("/workspace/x.bin")).toEqual(bytes);
    expect(shell.tree.read("/workspace/piped")).toEqual(bytes);
  });

  it("shows heads and facts", async () => {
    const shell = shellWith({ status: 301, statusText: "Moved", headers: [["location", "/b"]], body: { text: "" } });
    expect((await shell.run("curl -sI https://a.example/a")).stdout).toBe("HTTP/1.1 301 Moved\r\nlocation: /b\r\n\r\n");
    expect(shell.asked[0]?.method).toBe("HEAD");
    const facts =
      "curl -s -o /dev/null -w '%{http_code} %{size_download} %{url_effective} %{redirect_url}%%\\n' https://a.example/a";
    expect((await shell.run(facts)).stdout).toBe("301 0 https://a.example/a https://a.example/b%\n");
    expect(await shell.run("curl -s -w '%{nothing}' https://a.example")).toMatchObject({
      stderr: "curl: unknown --write-out variable: 'nothing'\n",
    });
  });

  it("fails for an error status only where -f is given", async () => {
    const shell = shellWith({ status: 404, statusText: "Not Found", body: { text: "gone" } });
    expect(await shell.run("curl -s https://a.example")).toEqual({ stdout: "gone", stderr: "", exitCode: 0 });
    expect(await shell.run("curl -sSf https://a.example")).toEqual({
      stdout: "",
      stderr: "curl: (22) The requested URL returned error: 404\n",
      exitCode: 22,
    });
    expect(await shell.run("curl -s --fail-with-body https://a.example")).toEqual({
      stdout: "gone",
      stderr: "",
      exitCode: 22,
    });
  });

  it.each([
    ["outside-unreachable", "a.example could not be reached: there is no such host.", 6],
    ["outside-unreachable", "a.example could not be reached: nothing answers there.", 7],
    ["outside-refused", "localhost may not be reached: it is this machine.", 7],
    ["outside-timeout", "late", 28],
    ["outside-invalid-input", "odd", 3],
  ])("tells %s (%s) by exit code %i", async (refuse, words, exitCode) => {
    const result = await shellWith({ refuse, words }).run("curl -sS https://a.example");
    expect(result).toMatchObject({ stdout: "", exitCode });
    expect(result.stderr).toMatch(new RegExp(`^curl: \\(${exitCode}\\) `));
  });

  it.each([
    ["outside-missing", "use a tool that reaches out, such as http_request"],
    ["outside-not-approved", "call Bash again with `network: true`"],
  ])("says what to do when nobody allowed it (%s), also with -s", async (refuse, advice) => {
    const result = await shellWith({ refuse }).run("curl -s https://a.example");
    expect(result).toMatchObject({ stdout: "", exitCode: 7 });
    expect(result.stderr).toMatch(/^curl: \(7\) .*\n$/);
    expect(result.stderr).toContain(advice);
  });

  it("ends at --max-time", async () => {
    expect(await shellWith("never").run("curl -sS --max-time 0.02 https://a.example")).toEqual({
      stdout: "",
      stderr: "curl: (28) Operation timed out after 20 milliseconds\n",
      exitCode: 28,
    });
  });

  it("asks nothing for what it does not know, and says so", async () => {
    const shell = shellWith();
    for (const [command, exitCode] of [
      ["curl -k https://a.example", 2],
      ["curl -F a=b https://a.example", 2],
      ["curl --nope https://a.example", 2],
      ["curl", 2],
      ["curl 'https://a.example/{a,b}'", 3],
      ["curl 'http://a b'", 3],
      ["curl ftp://a.example", 1],
      ["curl -u 'u:{{secret:KEY}}' https://a.example", 2],
      ["curl -d @missing https://a.example", 26],
    ] as const) {
      const result = await shell.run(command);
      expect([command, result.exitCode, result.stderr !== ""]).toEqual([command, exitCode, true]);
    }
    expect(shell.asked).toEqual([]);
  });

  it("gives no half of a body that is too large, and tells when it cannot write", async () => {
    expect(await shellWith({ truncated: true }).run("curl -sS https://a.example")).toMatchObject({
      stdout: "",
      exitCode: 63,
    });
    expect(await shellWith().run("curl -sS -o /nowhere/f https://a.example")).toMatchObject({
      stdout: "",
      exitCode: 23,
    });
  });

  it("leaves a secret's handle for the server", async () => {
    const shell = shellWith();
    await shell.run("curl -s https://a.example -H 'Authorization: Bearer {{secret:KEY}}' -d 'k={{secret:KEY}}'");
    expect(shell.asked[0]).toMatchObject({ body: { text: "k={{secret:KEY}}" } });
    expect(shell.asked[0]?.headers).toContainEqual(["Authorization", "Bearer {{secret:KEY}}"]);
  });
});

describe("wget", () => {
  it("saves to a name of its own, to -O, or prints", async () => {
    const shell = shellWith();
    expect(
      await shell.run("wget -q https://a.example/f && wget https://a.example/f; wget -q https://a.example/"),
    ).toMatchObject({
      stdout: "",
      stderr: "'f.1' saved [6]\n",
      exitCode: 0,
    });
    expect([shell.read("f"), shell.read("f.1"), shell.read("index.html")]).toEqual(["hello\n", "hello\n", "hello\n"]);
    expect((await shell.run("wget -qO- https://a.example/f; wget -qO g https://a.example/f; cat g")).stdout).toBe(
      "hello\nhello\n",
    );
    expect(shell.asked.every(({ redirect }) => redirect === "follow")).toBe(true);
  });

  it("tells errors by its own exit codes", async () => {
    expect(await shellWith({ status: 500 }).run("wget -q https://a.example/f")).toMatchObject({ exitCode: 8 });
    expect((await shellWith({ refuse: "outside-missing" }).run("wget -q https://a.example")).stderr).toContain(
      "terminal",
    );
    expect(await shellWith({ refuse: "outside-missing" }).run("wget -q https://a.example")).toMatchObject({
      exitCode: 4,
    });
  });
});
