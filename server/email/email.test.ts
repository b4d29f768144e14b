import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { startSmtp, type TestSmtp } from "#server/testing/smtp.ts";
import { createMailer, type Email, type Mailer } from "./index.ts";

let database: TestDatabase;
let smtp: TestSmtp;
const mailers: Mailer[] = [];
let clockOffsetSeconds = 0;
const clock = { now: () => new Date(Date.now() + clockOffsetSeconds * 1000) };

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 3 });
});
afterAll(() => database.drop());
beforeEach(async () => {
  smtp = await startSmtp();
  await database.pool.query("truncate email.outbox");
});
afterEach(async () => {
  for (const mailer of mailers.splice(0)) await mailer.stop();
  await smtp.stop();
});

function createTestMailer(smtpUrl: string | undefined = smtp.url): Mailer {
  const config = {
    publicUrl: "https://lattice.test",
    email: { smtpUrl, from: "Lattice <no-reply@lattice.test>" },
  };
  const mailer = createMailer({ database, log: createLog("silent"), clock, config });
  mailers.push(mailer);
  return mailer;
}

const buildConfirmation = (to = "ann@example.org"): Email => ({
  kind: "confirmation",
  to,
  code: "123456",
  link: "https://lattice.test/auth/v1/verify?token=abc&type=signup",
  seconds: 3600,
});
const queue = (mailer: Mailer, email: Email) => database.db.transaction((tx) => mailer.queue(tx, email));
const listRows = async () =>
  (await database.pool.query("select * from email.outbox order by id")).rows.map((row) => ({ ...row }));

test("an email arrives as text and HTML with the same link and code, and its body is deleted from the outbox", async () => {
  const mailer = createTestMailer();
  await queue(mailer, buildConfirmation());
  expect(await mailer.sendDue()).toBe(1);
  const [receivedEmail] = smtp.emails;
  expect(receivedEmail).toMatchObject({
    recipient: "ann@example.org",
    from: { name: "Lattice", address: "no-reply@lattice.test" },
    subject: "Confirm your email address for Lattice",
    messageId: expect.stringMatching(/^<[0-9a-f-]{36}@lattice\.test>$/),
  });
  expect(receivedEmail?.text).toContain("https://lattice.test/auth/v1/verify?token=abc&type=signup");
  expect(receivedEmail?.text).toContain("123456");
  expect(receivedEmail?.html).toContain(
    'href="https://lattice.test/auth/v1/verify?token=abc&amp;type=signup"',
  );
  expect(receivedEmail?.html).toContain("123456");
  expect(receivedEmail?.text).toContain("Expires in 1 hour and works only once.");
  expect(receivedEmail?.html).not.toMatch(/src=|<script|@import|url\(/);
  expect(await listRows()).toMatchObject([{ state: "sent", body_text: null, body_html: null, error: null }]);
});

test("user input is escaped in HTML, and the email has one recipient", async () => {
  const mailer = createTestMailer();
  const to = "ann@example.org";
  await queue(mailer, {
    ...buildConfirmation(to),
    kind: "email_change_current",
    newAddress: "o'neil&co@example.org",
  } as Email);
  await mailer.sendDue();
  expect(smtp.emails[0]?.html).toContain("o&#39;neil&amp;co@example.org");
  expect(smtp.emails[0]?.to).toEqual([{ name: "", address: to }]);
});

test("an email from a rolled-back transaction is never sent", async () => {
  const mailer = createTestMailer();
  await database.db
    .transaction(async (tx) => {
      await mailer.queue(tx, buildConfirmation());
      throw new Error("rolled back");
    })
    .catch(() => {});
  expect(await mailer.sendDue()).toBe(0);
  expect(smtp.emails).toEqual([]);
});

test("without an email server, emails stay in the outbox, and are not sent when a server is configured later", async () => {
  const mailerWithoutServer = createMailer({
    database,
    log: createLog("silent"),
    clock,
    config: {
      publicUrl: "https://lattice.test",
      email: { smtpUrl: undefined, from: "no-reply@lattice.test" },
    },
  });
  await queue(mailerWithoutServer, buildConfirmation());
  expect(await mailerWithoutServer.sendDue()).toBe(0);
  expect(await createTestMailer().sendDue()).toBe(0);
  expect(await listRows()).toMatchObject([
    { state: "stored", recipient: "ann@example.org", body_text: expect.stringContaining("123456") },
  ]);
});

describe("an email server", () => {
  test("that fails temporarily loses no email: delivery is retried with increasing delays, and the email arrives once", async () => {
    const mailer = createTestMailer();
    smtp.rejectWith = 451;
    await queue(mailer, buildConfirmation());
    expect(await mailer.sendDue()).toBe(1);
    expect(await listRows()).toMatchObject([
      { state: "waiting", attempts: 1, error: expect.stringContaining("not now") },
    ]);
    expect(await mailer.sendDue()).toBe(0);
    clockOffsetSeconds += 11;
    expect(await mailer.sendDue()).toBe(1);
    clockOffsetSeconds += 11;
    expect(await mailer.sendDue()).toBe(0);
    smtp.rejectWith = null;
    clockOffsetSeconds += 20;
    expect(await mailer.sendDue()).toBe(1);
    expect(smtp.emails).toHaveLength(1);
    expect(await listRows()).toMatchObject([{ state: "sent", attempts: 3 }]);
  });

  test("that fails for hours isn't tried forever: the email is marked as failed, and its error and body stay in the outbox", async () => {
    const mailer = createTestMailer();
    smtp.rejectWith = 451;
    await queue(mailer, buildConfirmation());
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await mailer.sendDue();
      clockOffsetSeconds += 7_201;
    }
    expect(await listRows()).toMatchObject([
      {
        state: "failed",
        attempts: 8,
        error: expect.stringContaining("not now"),
        body_text: expect.any(String),
      },
    ]);
  });

  test("that rejects the recipient permanently isn't tried again", async () => {
    const mailer = createTestMailer();
    smtp.rejectWith = 550;
    await queue(mailer, buildConfirmation());
    await mailer.sendDue();
    expect(await listRows()).toMatchObject([{ state: "failed", attempts: 1 }]);
  });

  test("that is unreachable leaves the email waiting", async () => {
    const mailer = createTestMailer();
    await smtp.stop();
    await queue(mailer, buildConfirmation());
    await mailer.sendDue();
    expect(await listRows()).toMatchObject([
      { state: "waiting", error: expect.stringContaining("ECONNREFUSED") },
    ]);
  });
});

test("several processes that share a database send each email once", async () => {
  const mailers = [createTestMailer(), createTestMailer(), createTestMailer()];
  for (let index = 0; index < 20; index += 1)
    await queue(mailers[0] as Mailer, buildConfirmation(`person${index}@example.org`));
  await Promise.all(
    mailers.map(async (mailer) => {
      while ((await mailer.sendDue()) > 0);
    }),
  );
  expect(smtp.emails.map(({ recipient }) => recipient).sort()).toEqual(
    Array.from({ length: 20 }, (_, index) => `person${index}@example.org`).sort(),
  );
});

test("no row is locked while the email server is slow", async () => {
  const mailer = createTestMailer();
  await queue(mailer, buildConfirmation());
  let lockableRowCount = 0;
  smtp.onEmail = async () => {
    const { rowCount } = await database.pool.query("select from email.outbox for update nowait");
    lockableRowCount = rowCount ?? 0;
  };
  await mailer.sendDue();
  expect(lockableRowCount).toBe(1);
});

test("the delivery loop sends emails when woken, and stops on request", async () => {
  const mailer = createTestMailer();
  mailer.start();
  await queue(mailer, buildConfirmation());
  mailer.wake();
  await expect.poll(() => smtp.emails).toHaveLength(1);
  await mailer.stop();
  await queue(mailer, buildConfirmation());
  mailer.wake();
  expect(await listRows()).toMatchObject([{ state: "sent" }, { state: "waiting" }]);
});
