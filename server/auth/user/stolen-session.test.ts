import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServiceKey } from "../keys/create-service-key.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { createFactorSteps } from "../two-factor/factors.fixture.ts";

// Tests what an attacker with a stolen session or password can't do.

const SECRET = "a secret of at least thirty-two characters";
const PASSWORD = "chosen after a theft";
let fixture: AuthFixture;
let singleConfirmationSite: AuthFixture;
beforeAll(async () => {
  const auth = { jwtSecret: SECRET, phone: true, emailSpacingSeconds: 0, smsSpacingSeconds: 0 };
  fixture = await createAuthFixture({ auth });
  singleConfirmationSite = await createAuthFixture({
    database: fixture.database,
    auth: { ...auth, autoconfirm: false, secureEmailChange: false },
  });
});
afterAll(() => fixture.end());

let memberCount = 0;
/** Creates a member with a stolen session, in which the attacker has requested a change of email and phone. */
async function createCompromisedMember(site: AuthFixture) {
  const owner = await fixture.register();
  memberCount += 1;
  const attackerEmail = `attacker${memberCount}@example.org`;
  const attackerPhone = `4790000${String(memberCount).padStart(3, "0")}`;
  const token = owner.session.access_token;
  expect(
    (await site.call("PUT", "/user", { token, body: { email: attackerEmail, phone: attackerPhone } })).status,
  ).toBe(200);
  return { ...owner, id: owner.session.user.id, token, attackerEmail, attackerPhone };
}

const PASSWORD_RESETS: [
  string,
  (site: AuthFixture, owner: { email: string; id: string }) => Promise<unknown>,
][] = [
  [
    "by the owner through recovery",
    async (site, { email }) => {
      await site.call("POST", "/recover", { body: { email } });
      const { code } = await site.getLastMessageTo(email);
      const { body } = await site.call("POST", "/verify", {
        body: { type: "recovery", email, token: code },
      });
      return site.call("PUT", "/user", { token: body.access_token, body: { password: PASSWORD } });
    },
  ],
  [
    "with the service key",
    async (site, { id }) =>
      site.call("PUT", `/admin/users/${id}`, {
        token: await createServiceKey(SECRET),
        body: { password: PASSWORD },
      }),
  ],
];

describe.each(PASSWORD_RESETS)("a new password set %s", (_how, resetPassword) => {
  test.each([
    ["sign-ups need no confirmation", () => fixture],
    ["only the new address must be confirmed", () => singleConfirmationSite],
  ])("cancels pending changes of email and phone for good if %s", async (_where, getSite) => {
    const site = getSite();
    const { email, id, attackerEmail, attackerPhone } = await createCompromisedMember(site);
    expect(await resetPassword(site, { email, id })).toMatchObject({ status: 200 });
    const previousCounts = [
      (await site.listMessagesTo(attackerEmail)).length,
      (await site.listMessagesTo(attackerPhone)).length,
    ];
    // Resending a code needs no session.
    await site.call("POST", "/resend", { body: { type: "email_change", email } });
    expect([
      (await site.listMessagesTo(attackerEmail)).length,
      (await site.listMessagesTo(attackerPhone)).length,
    ]).toEqual(previousCounts);
    const { code } = await site.getLastMessageTo(attackerEmail);
    const lateConfirmation = { type: "email_change", email: attackerEmail, token: code };
    expect((await site.call("POST", "/verify", { body: lateConfirmation })).status).toBe(403);
    const { body } = await site.call("POST", "/token?grant_type=password", {
      body: { email, password: PASSWORD },
    });
    expect(body.user.email).toBe(email);
    expect(body.user).not.toHaveProperty("new_email");
    expect(body.user).not.toHaveProperty("new_phone");
  });
});

test("a new email address that is set together with a new password must be confirmed, even if the same change was pending", async () => {
  const { token, attackerEmail } = await createCompromisedMember(singleConfirmationSite);
  const body = { email: attackerEmail, password: PASSWORD };
  const { body: user } = await singleConfirmationSite.call("PUT", "/user", { token, body });
  expect(user.new_email).toBe(attackerEmail);
  const { code } = await singleConfirmationSite.getLastMessageTo(attackerEmail);
  const confirmation = { type: "email_change", email: attackerEmail, token: code };
  expect((await singleConfirmationSite.call("POST", "/verify", { body: confirmation })).body.user.email).toBe(
    attackerEmail,
  );
});

test("a change that started before the session ended is refused", async () => {
  const { email, token, session } = await createCompromisedMember(fixture);
  const { pool } = fixture.database;
  const blocker = await pool.connect();
  try {
    await blocker.query("begin");
    await blocker.query("select from auth.users where id = $1 for no key update", [session.user.id]);
    const lateChange = fixture.call("PUT", "/user", {
      token,
      body: { password: "the attacker's own choice" },
    });
    // Continues once the change is waiting for the account's row. The transaction that ends the session has locked
    // this row.
    for (let isWaiting = false; !isWaiting; ) {
      const { rows } = await pool.query(
        `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as is_waiting`,
      );
      isWaiting = rows[0].is_waiting;
    }
    await blocker.query("delete from auth.sessions where user_id = $1", [session.user.id]);
    await blocker.query("commit");
    expect((await lateChange).body.error_code).toBe("session_not_found");
  } finally {
    blocker.release();
  }
  const attackerCredentials = { email, password: "the attacker's own choice" };
  expect((await fixture.client().signInWithPassword(attackerCredentials)).error?.code).toBe(
    "invalid_credentials",
  );
});

test("the password alone isn't enough to rename an account with two-factor authentication", async () => {
  const steps = createFactorSteps(fixture);
  const { client, email, password, signUpSession } = await steps.signInWithFactor();
  const pendingClient = fixture.client();
  await pendingClient.signInWithPassword({ email, password });
  const { username } = signUpSession.user.user_metadata;
  const data = { username: `${username} robbed` };
  expect((await pendingClient.updateUser({ data })).error?.code).toBe("insufficient_aal");
  expect((await pendingClient.updateUser({ data: { city: "Oslo" } })).error?.code).toBe("insufficient_aal");
  expect((await client.updateUser({ data })).error).toBeNull();
});

test("PUT /user allows at most ten renames a day", async () => {
  const limitedSite = await createAuthFixture({ database: fixture.database, auth: { rateLimits: true } });
  const { username, session } = await fixture.register();
  const rename = (name: string) =>
    limitedSite.call("PUT", "/user", { token: session.access_token, body: { data: { username: name } } });
  for (let round = 0; round < 10; round += 1) {
    expect((await rename("admin")).status).toBe(422);
    expect((await rename(`${username} ${round}`)).status).toBe(200);
  }
  expect((await rename(`${username} more`)).body.error_code).toBe("over_request_rate_limit");
});
