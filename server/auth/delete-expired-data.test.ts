import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import { type AuthFixture, createAuthFixture } from "./testing.ts";

let fixture: AuthFixture;
let confirmationSite: AuthFixture;
beforeAll(async () => {
  const auth = { autoconfirm: false, anonymous: true, emailSpacingSeconds: 0 };
  fixture = await createAuthFixture();
  confirmationSite = await createAuthFixture({ database: fixture.database, auth });
});
afterAll(() => fixture.end());
beforeEach(() => fixture.database.pool.query("truncate auth.users, auth.rate_limits, email.outbox cascade"));

const query = (text: string, values: unknown[] = []) => fixture.database.pool.query(text, values);
const listValues = async (table: string, column = "id") =>
  (await query(`select ${column} as value from ${table}`)).rows.map(({ value }) => value);
const refresh = (refreshToken: string) =>
  fixture.call("POST", "/token?grant_type=refresh_token", { body: { refresh_token: refreshToken } });
const deleteExpired = async () => (await fixture.auth.deleteExpiredData()) ?? {};

describe("sessions", () => {
  const ageSession = (days: number, id: string) =>
    query(
      `update auth.sessions set created_at = now() - $1 * interval '1 day', last_seen_at = now() - $1 * interval '1 day',
         refreshed_at = null where user_id = $2`,
      [days, id],
    );

  test("unused for half a year are deleted with their tokens, and others stay", async () => {
    const oldUser = await fixture.register();
    const recentUser = await fixture.register();
    await ageSession(181, oldUser.session.user.id);
    await ageSession(179, recentUser.session.user.id);
    expect(await deleteExpired()).toMatchObject({ idleSessions: 1, deadSessions: 0 });
    expect(await listValues("auth.sessions", "user_id")).toEqual([recentUser.session.user.id]);
    expect((await refresh(recentUser.session.refresh_token)).status).toBe(200);
    expect((await refresh(oldUser.session.refresh_token)).body.error_code).toBe("refresh_token_not_found");
  });

  test("with only revoked tokens are deleted once their access tokens have expired", async () => {
    const { session } = await fixture.register();
    await query("update auth.refresh_tokens set revoked_at = 'epoch'");
    await ageSession(7, session.user.id);
    expect(await deleteExpired()).toMatchObject({ deadSessions: 0 });
    await ageSession(9, session.user.id);
    expect(await deleteExpired()).toMatchObject({ deadSessions: 1 });
  });
});

describe("refresh tokens", () => {
  test("that were used are deleted after a week, except the parent of the active one", async () => {
    const { session } = await fixture.register();
    const chain = [session.refresh_token];
    for (let round = 0; round < 4; round += 1)
      chain.push((await refresh(chain.at(-1) ?? "")).body.refresh_token);
    await query(
      `update auth.refresh_tokens set created_at = created_at - interval '8 days', revoked_at = revoked_at - interval '8 days'`,
    );
    expect(await deleteExpired()).toMatchObject({ refreshTokens: 3, idleSessions: 0 });
    // The response to the last refresh was lost; repeating it returns the same token.
    expect((await refresh(chain[3] ?? "")).body.refresh_token).toBe(chain[4]);
    expect((await refresh(chain[0] ?? "")).body.error_code).toBe("refresh_token_not_found");
    expect((await refresh(chain[4] ?? "")).status).toBe(200);
    expect(await deleteExpired()).toMatchObject({ refreshTokens: 1 });
  });

  test("that were used less than a week ago stay, so that stolen copies are detected", async () => {
    const { session } = await fixture.register();
    const secondToken = (await refresh(session.refresh_token)).body.refresh_token;
    await refresh(secondToken);
    await query("update auth.refresh_tokens set revoked_at = revoked_at - interval '6 days'");
    expect(await deleteExpired()).toMatchObject({ refreshTokens: 0 });
    expect((await refresh(session.refresh_token)).body.error_code).toBe("refresh_token_already_used");
  });
});

describe("unconfirmed accounts", () => {
  const register = async () => {
    const user = confirmationSite.newUser();
    await confirmationSite.call("POST", "/signup", { body: { email: user.email, password: user.password } });
    return user;
  };
  const ageAccount = (email: string) =>
    query(
      `update auth.users set created_at = created_at - interval '31 days',
         confirmation_sent_at = confirmation_sent_at - interval '31 days' where email = $1`,
      [email],
    );

  test("are deleted after thirty days, and their addresses can be used to sign up again", async () => {
    const oldUser = await register();
    const recentUser = await register();
    const confirmedUser = await fixture.register();
    for (const { email } of [oldUser, confirmedUser]) await ageAccount(email);
    expect(await deleteExpired()).toMatchObject({ unconfirmedAccounts: 1 });
    expect((await listValues("auth.users", "email")).sort()).toEqual(
      [recentUser.email, confirmedUser.email].sort(),
    );
    await confirmationSite.call("POST", "/signup", {
      body: { email: oldUser.email, password: "a good secret" },
    });
    const { code } = await confirmationSite.getLastMessageTo(oldUser.email);
    const response = await confirmationSite.call("POST", "/verify", {
      body: { type: "signup", email: oldUser.email, token: code },
    });
    expect(response.status).toBe(200);
  });

  test("aren't deleted if a confirmation email was sent recently, or if deletion is turned off", async () => {
    const { email } = await register();
    await query("update auth.users set created_at = created_at - interval '31 days'");
    expect(await deleteExpired()).toMatchObject({ unconfirmedAccounts: 0 });
    await ageAccount(email);
    const siteWithoutDeletion = await createAuthFixture({
      database: fixture.database,
      auth: { unconfirmedDays: 0 },
    });
    expect(await siteWithoutDeletion.auth.deleteExpiredData()).not.toHaveProperty("unconfirmedAccounts");
    expect(await listValues("auth.users", "email")).toEqual([email]);
  });

  test("are skipped while they are being confirmed", async () => {
    const { email } = await register();
    await ageAccount(email);
    const client = new pg.Client({ connectionString: fixture.database.url });
    await client.connect();
    await client.query("begin");
    await client.query("select from auth.users where email = $1 for no key update", [email]);
    expect(await deleteExpired()).toMatchObject({ unconfirmedAccounts: 0 });
    await client.query("rollback");
    await client.end();
    expect(await deleteExpired()).toMatchObject({ unconfirmedAccounts: 1 });
  });
});

test("guest accounts are closed after thirty days, but only those without a session or a valid code", async () => {
  const createGuest = async () => (await confirmationSite.client().signInAnonymously()).data.user?.id ?? "";
  const [abandonedId, signedInId] = [await createGuest(), await createGuest()];
  const recentId = await createGuest();
  const confirmingClient = confirmationSite.client();
  const confirmingId = (await confirmingClient.signInAnonymously()).data.user?.id ?? "";
  expect((await confirmingClient.updateUser({ email: "guest@example.org" })).error).toBeNull();
  await query("update auth.users set last_sign_in_at = now() - interval '31 days' where id <> $1", [
    recentId,
  ]);
  await query("delete from auth.sessions where user_id <> $1", [signedInId]);
  expect(await deleteExpired()).toMatchObject({ guests: 1 });
  expect(await deleteExpired()).toMatchObject({ guests: 0 });
  await query("update auth.one_time_tokens set expires_at = now() where user_id = $1", [confirmingId]);
  expect(await deleteExpired()).toMatchObject({ guests: 1 });
  const { rows } = await query("select id from auth.users where deleted_at is null");
  expect(rows.map(({ id }) => id).sort()).toEqual([signedInId, recentId].sort());
  await fixture.auth.finishAccountDeletions();
  expect((await listValues("auth.users")).sort()).toEqual([signedInId, recentId].sort());
  expect(abandonedId).not.toBe("");
});

test("expired codes, flows, challenges, known devices, sign-in records, message spacings, limits and emails are deleted", async () => {
  const { session } = await fixture.register();
  const userId = session.user.id;
  const insertRows = async (age: string) => {
    await query(
      `insert into auth.one_time_tokens (user_id, kind, address, link_hash, code_hash, expires_at)
       values ($1, $2::text, 'a', sha256($2::text::bytea), 'x', now() - $3::interval)`,
      [userId, age === "1 hour" ? "recovery" : "confirmation", age],
    );
    await query(
      `insert into auth.flow_states (code_challenge, code_challenge_method, method, created_at)
       values (repeat('x', 43), 'plain', 'otp', now() - $1::interval)`,
      [age],
    );
    const { rows } = await query(
      `insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret_sealed, status, created_at)
       values ($1, $2::text, 'totp', 'x', 'verified', now() - $2::text::interval) returning id`,
      [userId, age],
    );
    await query(
      "insert into auth.mfa_challenges (factor_id, ip, created_at) values ($1, '1.1.1.1', now() - $2::interval)",
      [rows[0].id, age],
    );
    await query("insert into auth.known_devices values ($1, $2, now() - $3::interval)", [
      userId,
      Buffer.from(age),
      age,
    ]);
    await query(
      `insert into auth.sign_ins (user_id, method, outcome, device, at)
       values ($1, 'password', 'refused', 'Firefox', now() - $2::interval)`,
      [userId, age],
    );
    await query(
      "insert into auth.rate_limits values ($1, 1, extract(epoch from now() - $2::interval + interval '2 hours') * 1000)",
      [age, age],
    );
    await query("insert into auth.message_spacing values ($1::text::bytea, now() - $2::interval)", [
      age,
      age,
    ]);
    await query(
      `insert into email.outbox (kind, recipient, subject, state, due_at, created_at)
       values ($1::text, 'a', 'b', 'sent', now(), now() - $1::text::interval)`,
      [age],
    );
  };
  await insertRows("1 hour");
  await insertRows("200 days");
  expect(await deleteExpired()).toMatchObject({
    codes: 1,
    flows: 1,
    challenges: 1,
    knownDevices: 1,
    signIns: 1,
    spacings: 2,
    limits: 1,
    emails: 1,
    unverifiedFactors: 0,
  });
  expect(await listValues("email.outbox", "kind")).toEqual(["1 hour"]);
  expect(await listValues("auth.one_time_tokens", "kind")).toEqual(["recovery"]);
});

test("factors that were never verified are deleted after a day", async () => {
  const enroll = async () => {
    const { session } = await fixture.register();
    await fixture.call("POST", "/factors", { body: { factor_type: "totp" }, token: session.access_token });
    return session.user.id;
  };
  await enroll();
  await query("update auth.mfa_factors set created_at = now() - interval '2 days'");
  const recentUserId = await enroll();
  expect(await deleteExpired()).toMatchObject({ unverifiedFactors: 1 });
  expect(await listValues("auth.mfa_factors", "user_id")).toEqual([recentUserId]);
});

test("one run deletes a limited number of rows, and later runs delete the rest", async () => {
  await query(`insert into auth.rate_limits select 'heap:' || n, 1, 1 from generate_series(1, 20300) n`);
  expect(await deleteExpired()).toMatchObject({ limits: 20_000 });
  expect(await deleteExpired()).toMatchObject({ limits: 300 });
});

test("only one process deletes expired data at a time, and the others don't wait", async () => {
  await query(`insert into auth.rate_limits select 'race:' || n, 1, 1 from generate_series(1, 3000) n`);
  const runs = await Promise.all(
    [1, 2, 3, 4].map((n) => (n % 2 ? fixture : confirmationSite).auth.deleteExpiredData()),
  );
  expect(runs.reduce((sum, run) => sum + (run?.limits ?? 0), 0)).toBe(3_000);

  const client = new pg.Client({ connectionString: fixture.database.url });
  await client.connect();
  await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.deleteExpiredAuthData]);
  expect(await fixture.auth.deleteExpiredData()).toBeNull();
  await client.end();
  await expect.poll(() => fixture.auth.deleteExpiredData()).not.toBeNull();
});
