import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createMailer, type Mailer } from "./index.ts";

let database: TestDatabase;
let gateway: Server;
let requests: { authorization: string | undefined; body: Record<string, unknown> }[] = [];
let responseStatus = 200;
let mailer: Mailer;
let clockOffsetSeconds = 0;
const clock = { now: () => new Date(Date.now() + clockOffsetSeconds * 1000) };
const from = "no-reply@lattice.test";

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 3 });
  gateway = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    requests.push({ authorization: request.headers.authorization, body: JSON.parse(body) });
    response.writeHead(responseStatus, { location: "http://127.0.0.1:1/" }).end("{}");
  });
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise((resolve) => gateway.close(resolve));
  await database.drop();
});
beforeEach(async () => {
  requests = [];
  responseStatus = 200;
  const smsUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/messages`;
  mailer = createTestMailer({ smtpUrl: undefined, smsUrl, smsToken: "a-gateway-token", from });
  await database.pool.query("truncate email.outbox");
});
afterEach(() => mailer.stop());

const createTestMailer = (email: Parameters<typeof createMailer>[0]["config"]["email"]) =>
  createMailer({
    database,
    log: createLog("silent"),
    clock,
    config: { publicUrl: "https://lattice.test", email },
  });
const queue = (sender: Mailer = mailer) =>
  database.db.transaction((tx) =>
    sender.queueText(tx, {
      kind: "sms_code",
      channel: "sms",
      to: "4915112345678",
      code: "123456",
      seconds: 60,
    }),
  );
const listRows = async () => (await database.pool.query("select * from email.outbox order by id")).rows;

test("a text message is posted to the gateway, and its body is deleted from the outbox", async () => {
  await queue();
  expect(await mailer.sendDue()).toBe(1);
  const message = "Your Lattice code: 123456. It expires in 1 minute. Don't share it.";
  expect(requests).toEqual([
    {
      authorization: "Bearer a-gateway-token",
      body: { id: expect.stringMatching(/^\d+$/), to: "+4915112345678", channel: "sms", message },
    },
  ]);
  expect(message.length).toBeLessThanOrEqual(160);
  expect(await listRows()).toMatchObject([{ state: "sent", channel: "sms", body_text: null }]);
});

test.each([500, 503, 429, 401, 302])(
  "after a response with status %i, a message is retried while its code may still be valid",
  async (status) => {
    responseStatus = status;
    await queue();
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await mailer.sendDue();
      clockOffsetSeconds += 60;
    }
    expect(requests).toHaveLength(4);
    expect(await listRows()).toMatchObject([
      { state: "failed", error: `the gateway responded with status ${status}` },
    ]);
  },
);

test("a rejected message is not retried", async () => {
  responseStatus = 422;
  await queue();
  await mailer.sendDue();
  expect(await listRows()).toMatchObject([{ state: "failed", attempts: 1 }]);
});

test("without a gateway, messages stay in the outbox, and those waiting for another process aren't changed", async () => {
  await queue();
  const mailerWithoutGateway = createTestMailer({ smtpUrl: undefined, from });
  const mailerWithSmtpOnly = createTestMailer({ smtpUrl: "smtp://127.0.0.1:1", from });
  await queue(mailerWithoutGateway);
  expect(await mailerWithoutGateway.sendDue()).toBe(0);
  expect(await mailerWithSmtpOnly.sendDue()).toBe(0);
  expect(await listRows()).toMatchObject([
    { state: "waiting" },
    { state: "stored", body_text: expect.stringContaining("123456") },
  ]);
  await mailerWithSmtpOnly.stop();
});
