import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { isGuessable } from "#core/settings/security.ts";
import { createPasswords } from "#server/auth/index.ts";
import { recordBackup } from "#server/backup/index.ts";
import { readConfig } from "#server/config.ts";
import { DEMO_PASSWORD } from "#server/demo/index.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { insertMember } from "#server/testing/members.ts";
import { createSecurityCheck } from "./check-security.ts";

let database: TestDatabase;
let admin: Member;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = await insertMember(database, "boss", { role: "admin" });
});
afterAll(() => database.drop());

const clock = { now: () => new Date() };

/** Returns each check's state and finding, by the check's ID. */
async function runChecks(environment: Record<string, string> = {}, forwardedFor: string | null = null) {
  const check = createSecurityCheck({ database, clock, config: readConfig(environment) });
  const checks = await check(admin, { forwardedFor });
  // A check has advice if and only if it's not ok.
  for (const { state, advice, finding } of checks)
    expect([state === "ok", finding !== ""]).toEqual([advice === "", true]);
  return Object.fromEntries(checks.map(({ id, state, finding }) => [id, { state, finding }]));
}
const getState = async (id: string, ...args: Parameters<typeof runChecks>) =>
  (await runChecks(...args))[id]?.state;

test("a well-configured site passes every check, except that the state of its backups is unknown", async () => {
  await database.pool.query(
    "insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed) values ($1, 'totp', 'verified', '\\x01')",
    [admin.id],
  );
  const results = await runChecks(
    {
      PUBLIC_URL: "https://community.test",
      SMTP_URL: "smtp://mail.test:25",
      TRUST_PROXY: "1",
      AUTH_JWT_SECRET: "zQ4vR8nL1xW6bT0yK3mH7cF2gD9pJ5sA",
    },
    "198.51.100.7",
  );
  const { backups, ...otherResults } = results;
  expect(new Set(Object.values(otherResults).map(({ state }) => state))).toEqual(new Set(["ok"]));
  expect(backups?.state).toBe("unknown");
});

describe("backups:", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lattice-security-"));
  });
  afterEach(() => database.pool.query("delete from public.backups"));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const addBackup = (
    hoursAgo: number,
    { error = null, file = import.meta.filename }: { error?: string | null; file?: string } = {},
  ) => {
    const at = new Date(Date.now() - hoursAgo * 3_600_000);
    const size = error === null ? 12_345_678 : null;
    const commonFields = { startedAt: at, endedAt: at, isScheduled: true, isEncrypted: true };
    return recordBackup(database.pool, { ...commonFields, size, error, file });
  };

  test("the last one's age is shown, and overdue and failed backups need attention", async () => {
    await addBackup(5.5);
    const { backups } = await runChecks();
    expect(backups).toEqual({
      state: "ok",
      finding:
        "The last backup was made 5 hours ago (12.3 MB, encrypted). Only a test restore shows whether it works.",
    });
    const environment = { BACKUP_DIR: folder, BACKUP_EVERY_HOURS: "2" };
    expect((await runChecks(environment)).backups?.state).toBe("attention");
    await addBackup(1.5, { error: "The disk that contains /backups is full." });
    expect((await runChecks(environment)).backups).toEqual({
      state: "attention",
      finding:
        "The last backup failed 1 hour ago: The disk that contains /backups is full. The last one that succeeded was made 5 hours ago.",
    });
    await addBackup(0.5);
    expect((await runChecks(environment)).backups?.state).toBe("ok");
  });

  test("one that was deleted, or that was made on another machine, doesn't count", async () => {
    await addBackup(5.5);
    const file = join(folder, "deleted.tar.zst");
    await addBackup(1.5, { file });
    // The newest backup that still exists is shown.
    expect((await runChecks()).backups?.finding).toContain("The last backup was made 5 hours ago (");

    await database.pool.query("delete from public.backups where file <> $1", [file]);
    expect((await runChecks()).backups).toEqual({
      state: "attention",
      finding: `The last backup was made 1 hour ago (12.3 MB, encrypted), but ${file} no longer exists.`,
    });
    await database.pool.query("update public.backups set host = 'laptop'");
    expect((await runChecks()).backups).toEqual({
      state: "attention",
      finding: `The last backup was made 1 hour ago (12.3 MB, encrypted) on another machine (laptop), to ${file}.`,
    });
    await database.pool.query("update public.backups set file = null, host = null");
    expect((await runChecks()).backups?.finding).toContain("by an earlier version of Lattice");
  });

  test("a folder that can't be written to needs attention", async () => {
    const BACKUP_DIR = join(import.meta.filename, "backups");
    expect((await runChecks({ BACKUP_DIR })).backups).toEqual({
      state: "attention",
      finding: `Scheduled backups can't run. Can't write to the folder ${BACKUP_DIR} (BACKUP_DIR): part of its path is a file. There is no earlier backup.`,
    });
  });
});

test("administrators without two-factor authentication are named", async () => {
  const unprotectedAdmin = await insertMember(database, "careless", { role: "admin" });
  const { factors } = await runChecks();
  expect(factors).toMatchObject({
    state: "attention",
    finding: "A stolen password is enough to act as careless.",
  });
  await database.pool.query("update public.user_roles set role = 'user' where user_id = $1", [
    unprotectedAdmin.id,
  ]);
  expect(await getState("factors")).toBe("ok");
});

test("demo accounts need attention while they have the published password", async () => {
  const demoAdmin = await insertMember(database, "sample", { role: "admin" });
  const passwords = createPasswords();
  const setPassword = async (password: string) =>
    database.pool.query(
      `update auth.users set raw_app_meta_data = '{"demo": true}', encrypted_password = $2 where id = $1`,
      [demoAdmin.id, await passwords.hash(password)],
    );
  await setPassword(DEMO_PASSWORD);
  const { demo: demoCheck } = await runChecks();
  expect(demoCheck?.state).toBe("attention");
  expect(demoCheck?.finding).toContain("Anyone can sign in to 1 demo administrator account, because");
  await database.pool.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
    demoAdmin.id,
  ]);
  expect(await getState("demo")).toBe("ok");
  await database.pool.query("update auth.users set banned_until = null where id = $1", [demoAdmin.id]);
  expect(await getState("demo")).toBe("attention");
  await setPassword("another secret");
  expect(await getState("demo")).toBe("ok");
});

test("weak environment settings need attention", async () => {
  expect(await getState("https", { PUBLIC_URL: "http://community.test" })).toBe("attention");
  expect(await getState("https")).toBe("attention");
  expect(await getState("limits", { AUTH_RATE_LIMITS: "off" })).toBe("attention");
  expect(await getState("mail")).toBe("attention");
  expect(
    await getState("secrets", { AUTH_JWT_SECRET: "super-secret-jwt-token-with-at-least-32-characters-long" }),
  ).toBe("attention");
  expect(await getState("secrets", { METRICS_TOKEN: "aaaaaaaa" })).toBe("attention");
});

test("a request that contradicts TRUST_PROXY needs attention", async () => {
  expect(await getState("proxy", {}, null)).toBe("ok");
  expect(await getState("proxy", {}, "198.51.100.7")).toBe("attention");
  expect(await getState("proxy", { TRUST_PROXY: "1" }, null)).toBe("attention");
  expect(await getState("proxy", { TRUST_PROXY: "2" }, "198.51.100.7")).toBe("attention");
  expect(await getState("proxy", { TRUST_PROXY: "2" }, "198.51.100.7, 203.0.113.1")).toBe("ok");
});

test("failed emails and pending migrations need attention", async () => {
  const withSmtp = { SMTP_URL: "smtp://mail.test:25" };
  await database.pool.query(
    `insert into email.outbox (kind, recipient, subject, body_text, state, error, due_at, created_at)
     values ('recovery', 'a@example.org', 'S', 'B', 'failed', '550 no such user', now(), now())`,
  );
  expect((await runChecks(withSmtp)).mail).toMatchObject({
    state: "attention",
    finding: expect.stringContaining("550 no such user"),
  });
  await database.pool.query("update email.outbox set created_at = now() - interval '8 days'");
  expect(await getState("mail", withSmtp)).toBe("ok");

  expect(await getState("database")).toBe("ok");
  await database.pool.query(
    "delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)",
  );
  expect(await getState("database")).toBe("attention");
});

test("guessable secrets are distinguished from random ones", () => {
  for (const weakSecret of [
    "your-super-secret-jwt-token",
    "changeme",
    "abcabcabcabcabcabcabcabcabcabcabc",
    "password123456789xyz",
  ])
    expect(isGuessable(weakSecret), weakSecret).toBe(true);
  for (const secret of ["8f14e45fceea167a5a36dedd4bea2543", "mZ0vNnq3aC8o1w5XbL2yRt7KdF4sHgPj"])
    expect(isGuessable(secret), secret).toBe(false);
});
