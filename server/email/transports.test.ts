import { execFile } from "node:child_process";
import { connect, createServer } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startSmtp } from "#server/testing/smtp.ts";
import type { DueMessage } from "./outbox.ts";
import { createSmtpTransport } from "./transports.ts";

/** Tries to send twice and prints both errors. The library can't be loaded on the first attempt. */
const SCRIPT = `
import { registerHooks } from "node:module";
import { createSmtpTransport } from "#server/email/transports.ts";
let isBroken = true;
registerHooks({
  resolve(specifier, context, next) {
    if (isBroken && specifier === "nodemailer") throw new Error("too many open files");
    return next(specifier, context);
  },
});
const config = { email: { from: "from@example.org" }, publicUrl: "http://localhost" };
const transport = createSmtpTransport(process.env.URL, config, async () => "Site");
const message = { message_id: "1", recipient: "to@example.org", subject: "Subject", body_text: "Text" };
for (const broken of [true, false]) {
  isBroken = broken;
  await transport.send(message).catch((error) => console.log(error.message));
}
transport.close();
`;

test("an attempt reaches the email server even if an earlier one couldn't load the library", async () => {
  const server = createServer((socket) => socket.on("error", () => {}).end("554 no service\r\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "--eval", SCRIPT],
      { env: { URL: `smtp://127.0.0.1:${port}` } },
    );
    expect(stdout).toMatch(/^too many open files\n.*554 no service/);
  } finally {
    server.close();
  }
});

test("a server that never finishes its reply doesn't block the emails after it", {
  timeout: 20_000,
}, async () => {
  const smtp = await startSmtp();
  // Forwards everything to the real server until that server is to be slow. Then it sends the first lines of a reply.
  let isSlow = true;
  const proxy = createServer((client) => {
    client.on("error", () => {});
    if (!isSlow) {
      const server = connect(Number(new URL(smtp.url).port), "127.0.0.1").on("error", () => {});
      client.pipe(server).pipe(client);
      return;
    }
    client.write("220 ready\r\n");
    client.once("data", () => {
      const timer = setInterval(() => client.write("250-please wait\r\n"), 20);
      client.once("close", () => clearInterval(timer));
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as { port: number };
  const transport = createSmtpTransport(
    `smtp://127.0.0.1:${port}`,
    { email: { from: "from@example.org" } as never, publicUrl: "http://localhost" },
    async () => "Site",
    2_000,
  );
  const message = { message_id: "1", recipient: "to@example.org", subject: "Subject", body_text: "Text" };
  const send = () => transport.send({ ...message, unsubscribe_url: null } as DueMessage);
  try {
    // More emails than the transport has connections.
    const attempts = await Promise.allSettled([send(), send(), send()]);
    expect(attempts.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    isSlow = false;
    await send();
    expect(smtp.emails).toHaveLength(1);
  } finally {
    transport.close();
    proxy.close();
    await smtp.stop();
  }
});
