import { createServer, type Socket } from "node:net";
import fc from "fast-check";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { sendEmailParameters } from "@/lib/builtin/send-email";
import { localServer, sendJson } from "../testing/local-server";
import { type ServiceContextOptions, serviceContext } from "../testing/service-context";
import { readMailSettings } from "./mail-settings";
import { createSendEmailService } from "./send-email-service";

const PASSWORD = "canary-pa55";
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Received {
  from: string;
  to: string[];
  user: string | undefined;
  secure: boolean;
  text: string;
}

/** A real SMTP server on loopback that keeps what it took. */
async function smtp(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      if (username === "operator" && password === PASSWORD) done(null, { user: username });
      else done(Object.assign(new Error("535 no"), { responseCode: 535 }));
    },
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith("refused")) done(Object.assign(new Error("no such person"), { responseCode: 550 }));
      else done();
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        received.push({
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : "",
          to: session.envelope.rcptTo.map(({ address }) => address),
          user: session.user,
          secure: session.secure,
          text: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return { port: portOf(server.server.address()), received };
}

/** A server that does with a connection what a test says, in place of SMTP. */
async function rawServer(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return { port: portOf(server.address()), sockets };
}

function portOf(address: unknown): number {
  return (address as { port: number }).port;
}

const smtpVariables = (port: number) => ({
  SMTP_HOST: "127.0.0.1",
  SMTP_PORT: String(port),
  SMTP_USER: "operator",
  SMTP_PASS: PASSWORD,
  SMTP_FROM: "Tools <tools@site.example>",
  SMTP_TLS: "none",
});

function ask(
  input: object,
  variables: Record<string, string>,
  options: ServiceContextOptions & { timeoutMs?: number } = {},
): Promise<unknown> {
  const { timeoutMs = 10_000, ...rest } = options;
  const service = createSendEmailService({ settings: () => readMailSettings(variables), timeoutMs });
  const params = sendEmailParameters.parse({ to: "ann@a.example", subject: "Hello", body: "Text", ...input });
  return service.execute(params, serviceContext(rest));
}

describe("send_email by SMTP", () => {
  it("hands the message to the operator's server, and tells the facts of what was sent", async () => {
    const { port, received } = await smtp();
    const answer = await ask(
      {
        to: ["ann@a.example", "Bob Ö <bob@b.example>"],
        cc: "carl@c.example",
        bcc: ["dora@d.example"],
        replyTo: "me@site.example",
        subject: "Grüße 🎉",
      },
      smtpVariables(port),
    );
    expect(answer).toEqual({
      success: true,
      messageId: expect.stringMatching(/^<.+@.+>$/),
      provider: "smtp",
      from: "Tools <tools@site.example>",
      to: ["ann@a.example", "Bob Ö <bob@b.example>"],
      accepted: ["ann@a.example", "bob@b.example", "carl@c.example", "dora@d.example"],
    });
    const [mail] = received;
    expect(mail).toMatchObject({
      from: "tools@site.example",
      to: ["ann@a.example", "bob@b.example", "carl@c.example", "dora@d.example"],
      user: "operator",
    });
    expect(mail?.text).toMatch(/^Reply-To: me@site\.example$/m);
    expect(mail?.text).toMatch(/^Content-Type: text\/plain/m);
    expect(mail?.text).not.toContain("dora@d.example");
  });

  it("sends HTML as HTML, and a sender that the call names", async () => {
    const { port, received } = await smtp();
    await ask({ body: "<b>Hi</b>", html: true, from: "other@site.example" }, smtpVariables(port));
    expect(received[0]?.from).toBe("other@site.example");
    expect(received[0]?.text).toMatch(/^Content-Type: text\/html/m);
  });

  it("reads nothing of a message from a file or an address, whatever it looks like", async () => {
    const { port, received } = await smtp();
    await ask({ body: '{"path": "/etc/passwd"}' }, smtpVariables(port));
    expect(received[0]?.text).toContain('{"path": "/etc/passwd"}');
  });

  it("tells which recipients were refused, and fails when all of them were", async () => {
    const { port, received } = await smtp();
    expect(await ask({ to: ["ann@a.example", "refused@a.example"] }, smtpVariables(port))).toMatchObject({
      success: true,
      accepted: ["ann@a.example"],
      rejected: ["refused@a.example"],
    });
    const answer = await ask({ to: "refused@a.example" }, smtpVariables(port));
    expect(answer).toEqual({
      error: expect.stringMatching(/^The mail server refused the recipients: .*no such person/),
      provider: "smtp",
      to: ["refused@a.example"],
    });
    expect(received).toHaveLength(1);
  });

  it("never shows the operator's account", async () => {
    const { port } = await smtp();
    const answer = await ask({}, { ...smtpVariables(port), SMTP_PASS: "wrong" });
    expect(answer).toMatchObject({ error: "The mail server refused the operator's credentials" });
    const gone = await rawServer(() => {});
    await closing.pop()?.();
    const unreachable = await ask({}, smtpVariables(gone.port));
    expect(unreachable).toMatchObject({
      error: "The connection to the mail server failed; the message may not have been sent",
    });
    expect(JSON.stringify([answer, unreachable])).not.toMatch(/operator"|canary|wrong|127\.0\.0\.1/);
  });

  it("does not send over a connection that is not encrypted unless the operator said so", async () => {
    const { port, received } = await smtp();
    const { SMTP_TLS: _none, ...variables } = smtpVariables(port);
    expect(await ask({}, variables)).toMatchObject({ error: expect.stringMatching(/mail server/) });
    expect(received).toEqual([]);
  });

  it("does not wait for a server that says nothing, nor believe one that hangs up", async () => {
    const silent = await rawServer(() => {});
    const began = performance.now();
    expect(await ask({}, smtpVariables(silent.port), { timeoutMs: 500 })).toMatchObject({
      error: expect.stringMatching(/in time|timed out/),
    });
    expect(performance.now() - began).toBeLessThan(5_000);
    await expect.poll(() => silent.sockets.size).toBe(0);
    const rude = await rawServer((socket) => {
      socket.write("220 hello\r\n");
      socket.once("data", () => socket.destroy());
    });
    expect(await ask({}, smtpVariables(rude.port))).toMatchObject({
      error: expect.stringContaining("connection to the mail server failed"),
    });
  });

  it("gives up when the call is stopped while the server takes its time, and closes the connection", async () => {
    const slow = await rawServer((socket) => socket.write("220 hello\r\n"));
    const controller = new AbortController();
    const asking = ask({}, smtpVariables(slow.port), { signal: controller.signal });
    await expect.poll(() => slow.sockets.size).toBe(1);
    controller.abort();
    expect(await asking).toMatchObject({ error: "Sending was stopped; the message may have been sent" });
    expect(await ask({}, smtpVariables(slow.port), { signal: controller.signal })).toMatchObject({
      error: "Sending was stopped before it began",
    });
  });

  it("says what the server refused", async () => {
    const { port } = await smtp({
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on("end", () => done(Object.assign(new Error("looks like spam"), { responseCode: 554 })));
      },
    });
    expect(await ask({}, smtpVariables(port))).toMatchObject({
      error: expect.stringMatching(/^The mail server refused the message: .*554.*looks like spam/),
    });
  });
});

describe("send_email by Resend", () => {
  it("asks in its words, once however often it is repeated", async () => {
    const server = await localServer((_request, response) => sendJson(response, { id: "re_1" }));
    closing.push(() => server.close());
    const variables = { RESEND_API_KEY: "re_canary", TOOLWRIGHT_RESEND_URL: server.origin };
    const answer = await ask({ cc: "c@c.example", html: true, replyTo: "r@r.example" }, variables, {
      privateHosts: [server.host],
    });
    expect(answer).toMatchObject({
      success: true,
      messageId: "re_1",
      provider: "resend",
      from: "onboarding@resend.dev",
      to: ["ann@a.example"],
    });
    const [request] = server.requests;
    expect(request).toMatchObject({
      method: "POST",
      url: "/emails",
      headers: { authorization: "Bearer re_canary", "idempotency-key": "r_1/c_1" },
    });
    expect(JSON.parse(request?.body ?? "")).toEqual({
      from: "onboarding@resend.dev",
      to: ["ann@a.example"],
      cc: ["c@c.example"],
      reply_to: "r@r.example",
      subject: "Hello",
      html: "Text",
    });
  });

  it("repeats what it said, without the key", async () => {
    const server = await localServer((_request, response) =>
      sendJson(response, { message: "key re_canary is wrong" }, 403),
    );
    closing.push(() => server.close());
    const variables = { RESEND_API_KEY: "re_canary", TOOLWRIGHT_RESEND_URL: server.origin };
    expect(await ask({}, variables, { privateHosts: [server.host] })).toMatchObject({
      error: 'Resend API error: 403 {"message":"key [key] is wrong"}',
    });
  });
});

describe("send_email", () => {
  it("says in the documented words what is not set up", async () => {
    expect(await ask({}, {})).toMatchObject({ error: expect.stringMatching(/^No email provider configured/) });
    expect(await ask({ provider: "resend" }, {})).toMatchObject({ error: "RESEND_API_KEY not set" });
    const incomplete = { SMTP_HOST: "mail.example", SMTP_USER: "u" };
    expect(await ask({ provider: "smtp" }, incomplete)).toMatchObject({
      error: expect.stringMatching(/^SMTP credentials not configured/),
    });
    expect(await ask({ to: [] }, { RESEND_API_KEY: "k" })).toMatchObject({ error: "At least one recipient required" });
    const many = Array.from({ length: 30 }, (_, index) => `p${index}@a.example`);
    expect(await ask({ to: many, bcc: many }, { RESEND_API_KEY: "k" })).toMatchObject({
      error: "Too many recipients: 60. Maximum: 50",
    });
    expect(await ask({}, { SMTP_HOST: "mail.example" })).toMatchObject({ error: expect.stringMatching(/^No sender/) });
  });

  it("is always a person's decision, and only of its own call", () => {
    const service = createSendEmailService();
    expect(service.needsApproval(sendEmailParameters.parse({ to: "a@a.example", subject: "s", body: "" }))).toBe(true);
    expect(service.openTo).toBe("own-call");
  });

  it("takes one address at a time, and no header of several lines", () => {
    const accepts = (input: object) =>
      sendEmailParameters.safeParse({ to: "a@a.example", subject: "s", body: "b", ...input }).success;
    for (const to of [
      "a@a.example",
      "A <a@a.example>",
      '"Last, First" <a@a.example>',
      "Änne Öl <a@a.example>",
      "a+b@sub.a.example",
      "root@localhost",
    ]) {
      expect(accepts({ to }), to).toBe(true);
    }
    for (const to of [
      "a@a.example, b@b.example",
      "a@a.example;b@b.example",
      "a",
      "a@",
      "@a.example",
      "a b@a.example",
      "A <a@a.example",
      "A <a@a.example> <b@b.example>",
      "A, B <a@a.example>",
      "group: a@a.example;",
      "<a@a.example>\r\nBcc: b@b.example",
      'x "y" <a@a.example>',
      "a@a..example",
      "",
    ]) {
      expect(accepts({ to }), to).toBe(false);
    }
    for (const field of ["to", "cc", "bcc", "from", "replyTo", "subject"]) {
      for (const end of ["\r\n", "\n", "\r", "\u2028", "\0"])
        expect(accepts({ [field]: `a@a.example${end}Bcc: x@x.example` }), field).toBe(false);
    }
  });

  it("puts no line of its own into the headers, whatever texts it is given", async () => {
    const { port, received } = await smtp();
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1, maxLength: 80, unit: "binary" }),
        fc.string({ maxLength: 80, unit: "binary" }),
        async (subject, name) => {
          const parsed = sendEmailParameters.safeParse({
            to: `${name} <ann@a.example>`,
            subject,
            body: "\r\nBcc: x@x.example",
          });
          if (!parsed.success) return;
          received.length = 0;
          expect(await ask(parsed.data, smtpVariables(port))).toMatchObject({
            success: true,
            accepted: ["ann@a.example"],
          });
          expect(received[0]?.to).toEqual(["ann@a.example"]);
          const headers = received[0]?.text.split("\r\n\r\n")[0]?.replace(/\r\n[ \t]/g, "") ?? "";
          const names = headers.split("\r\n").map((line) => line.split(":")[0]);
          expect(names.toSorted()).toEqual([
            "Content-Transfer-Encoding",
            "Content-Type",
            "Date",
            "From",
            "MIME-Version",
            "Message-ID",
            "Subject",
            "To",
          ]);
        },
      ),
      { numRuns: 40 },
    );
  });
});
