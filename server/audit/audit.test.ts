import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { insertMember } from "#server/testing/members.ts";
import { listAuditEvents, recordAuditEvent } from "./index.ts";

let database: TestDatabase;
let admin: Member;
let member: Member;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = await insertMember(database, "the_boss", { role: "admin" });
  member = await insertMember(database, "a_member");
});
afterAll(() => database.drop());

const buildPinEvent = (id: string) =>
  ({
    action: "post.pin",
    target: { kind: "post", id, name: `Post ${id}` },
    reason: "Read this",
    after: { pinned: true },
  }) as const;

test("an event is recorded with its changes, and rolled back with its transaction", async () => {
  await database.db.transaction((tx) => recordAuditEvent(tx, admin, buildPinEvent("1")));
  await database.db
    .transaction(async (tx) => {
      await recordAuditEvent(tx, admin, buildPinEvent("2"));
      throw new Error("rolled back");
    })
    .catch(() => {});
  const { events, nextBefore } = await listAuditEvents(database, admin, {});
  expect(events).toMatchObject([
    {
      actorId: admin.id,
      actorName: "the_boss",
      action: "post.pin",
      target: { kind: "post", id: "1", name: "Post 1" },
      reason: "Read this",
      before: null,
      after: { pinned: true },
    },
  ]);
  expect(nextBefore).toBeNull();
});

test("events are paged without gaps and can be filtered by target and by actor", async () => {
  await database.db.transaction(async (tx) => {
    for (let index = 10; index < 40; index += 1)
      await recordAuditEvent(tx, admin, buildPinEvent(String(index)));
  });
  const firstPage = await listAuditEvents(database, admin, { kind: "post" });
  expect(firstPage.events).toHaveLength(25);
  const secondPage = await listAuditEvents(database, admin, { before: firstPage.nextBefore });
  const ids = [...firstPage.events, ...secondPage.events].map(({ target }) => Number(target.id));
  expect(ids).toEqual([...Array.from({ length: 30 }, (_, index) => 39 - index), 1]);
  expect((await listAuditEvents(database, admin, { kind: "post", targetId: "12" })).events).toHaveLength(1);
  expect((await listAuditEvents(database, admin, { actorId: member.id })).events).toEqual([]);
});

test("the list shortens long values, and the log has them in full", async () => {
  const text = "é".repeat(5000);
  await database.db.transaction((tx) =>
    recordAuditEvent(tx, admin, {
      action: "setting.change",
      target: { kind: "setting", id: "terms", name: "Terms of Service" },
      before: { text: null, on: true },
      after: { text, on: false },
    }),
  );
  const [event] = (await listAuditEvents(database, admin, { kind: "setting", targetId: "terms" })).events;
  expect(event?.before).toEqual({ text: null, on: true });
  expect(event?.after).toEqual({ text: `${"é".repeat(600)}… (5,000 characters)`, on: false });
  const { rows } = await database.pool.query("select after from public.audit_log where target_id = 'terms'");
  expect(rows[0].after.text).toBe(text);
});

test("long names and reasons are truncated", async () => {
  const longText = "ö".repeat(1000);
  await database.db.transaction((tx) =>
    recordAuditEvent(tx, admin, {
      action: "setting.change",
      target: { kind: "setting", id: "name", name: longText },
      reason: longText,
    }),
  );
  const [event] = (await listAuditEvents(database, admin, { kind: "setting" })).events;
  expect([event?.target.name.length, event?.reason.length]).toEqual([300, 500]);
});

test("only administrators can list events, and an invalid query is rejected", async () => {
  await expect(listAuditEvents(database, null, {})).rejects.toMatchObject({ code: "not_signed_in" });
  await expect(listAuditEvents(database, member, {})).rejects.toMatchObject({ code: "access_denied" });
  for (const query of [{ before: "x" }, { before: "1;" }, { kind: "nothing" }, { actorId: "me" }])
    await expect(listAuditEvents(database, admin, query)).rejects.toMatchObject({ code: "invalid_input" });
});
