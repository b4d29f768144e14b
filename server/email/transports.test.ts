import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "vitest";

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
