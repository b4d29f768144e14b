import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { createLog } from "#server/platform/log.ts";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { insertMember } from "#server/testing/members.ts";
import { createMailer, type Mailer } from "./index.ts";

let database: TestDatabase;
let mailer: Mailer;
let admin: Member;
let member: Member;
beforeAll(async () => {
  database = await createTestDatabase();
  mailer = createMailer({
    database,
    log: createLog("silent"),
    clock: { now: () => new Date() },
    config: {
      publicUrl: "https://lattice.test",
      email: { smtpUrl: undefined, from: "no-reply@lattice.test" },
    },
  });
  admin = await insertMember(database, "the_boss", { role: "admin" });
  member = await insertMember(database, "ann");
});
afterAll(() => database.drop());

const queueEmail = (to: string) =>
  database.db.transaction((tx) =>
    mailer.queue(tx, { kind: "reauthentication", to, code: "123456", seconds: 60 }),
  );

test("pages list the newest emails first, don't shift when more emails are queued, and contain no codes", async () => {
  for (let n = 0; n < 55; n += 1) await queueEmail(`person${n}@example.org`);
  const recipients: string[] = [];
  for (let before: string | null = null; ; ) {
    const page = await mailer.listOutbox(admin, before);
    expect(page.entries.length).toBeLessThanOrEqual(25);
    expect(JSON.stringify(page)).not.toContain("123456");
    recipients.push(...page.entries.map(({ to }) => to));
    before = page.nextBefore;
    if (before === null) break;
    await queueEmail("late@example.org");
  }
  expect(recipients).toEqual(Array.from({ length: 55 }, (_, n) => `person${54 - n}@example.org`));
});

test("an email is read with one statement, and so is a page of the outbox", async () => {
  const [newest] = (await mailer.listOutbox(admin, null)).entries;
  await runInRequestScope("count", async () => {
    const message = await mailer.readOutboxMessage(admin, newest?.id ?? "");
    expect(message).toMatchObject({
      to: "late@example.org",
      state: "stored",
      channel: "email",
      error: null,
      text: expect.stringContaining("123456"),
    });
    await mailer.listOutbox(admin, null);
    expect(getRequestScope()?.statements).toBe(2);
  });
});

test("only administrators can read the outbox, and unknown or malformed IDs are rejected", async () => {
  const [newest] = (await mailer.listOutbox(admin, null)).entries;
  for (const [viewer, code] of [
    [null, "not_signed_in"],
    [member, "access_denied"],
  ] as const) {
    await expect(mailer.listOutbox(viewer, null)).rejects.toMatchObject({ code });
    await expect(mailer.readOutboxMessage(viewer, newest?.id ?? "")).rejects.toMatchObject({ code });
  }
  for (const id of ["0", "999999999", "x", "1 or 1=1", "9".repeat(30), ""])
    await expect(mailer.readOutboxMessage(admin, id)).rejects.toMatchObject({ code: "email_not_found" });
  await expect(mailer.listOutbox(admin, "x")).rejects.toMatchObject({ code: "invalid_input" });
});

test("administrators can't read emails addressed to themselves", async () => {
  const { rows } = await database.pool.query<{ email: string }>(
    "update auth.users set email = coalesce(email, 'boss@example.org') where id = $1 returning email",
    [admin.id],
  );
  await queueEmail(rows[0]?.email ?? "");
  const [newest] = (await mailer.listOutbox(admin, null)).entries;
  expect(await mailer.readOutboxMessage(admin, newest?.id ?? "")).toMatchObject({ isOwn: true, text: null });
  expect(await mailer.readOutboxMessage({ ...admin, id: member.id }, newest?.id ?? "")).toMatchObject({
    isOwn: false,
    text: expect.stringContaining("123456"),
  });
});
