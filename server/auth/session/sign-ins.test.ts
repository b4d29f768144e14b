import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Viewer } from "#core/accounts/member.ts";
import { type AuthFixture, buildCookieHeader, createAuthFixture } from "../testing.ts";
import { createFactorSteps } from "../two-factor/factors.fixture.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({ auth: { autoconfirm: true } });
});
afterAll(() => fixture.end());

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";
const HOME_CLIENT = { ip: "8.8.4.7", userAgent: FIREFOX };
const OTHER_CLIENT = { ip: "9.9.9.9", userAgent: "curl/8.5.0" };

async function register() {
  const user = fixture.newUser();
  const session = await fixture.auth.signUp(user, HOME_CLIENT);
  const viewer = await identify(session);
  const signIn = (password: string, client = HOME_CLIENT) =>
    fixture.auth.signInWithPassword({ email: user.email, password }, client).catch(() => undefined);
  return { ...user, viewer, signIn, list: () => fixture.auth.account.listSignIns(viewer) };
}

async function identify(session: Parameters<typeof buildCookieHeader>[0]): Promise<NonNullable<Viewer>> {
  const identity = await fixture.auth.identify(buildCookieHeader(session));
  if (identity.state !== "member") throw new Error("not signed in");
  return identity.member;
}

/** Waits until there are `count` attempts, and returns the sign-ins without their IDs and times. */
async function waitForAttempts(
  list: () => ReturnType<AuthFixture["auth"]["account"]["listSignIns"]>,
  count: number,
) {
  return vi.waitFor(async () => {
    const signIns = await list();
    expect(signIns.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(count);
    return signIns.map(({ id: _, at: __, ...signIn }) => signIn);
  }, 60_000);
}

test("a member sees the method and location of each sign-in, newest first", async () => {
  const { signIn, password, list } = await register();
  await signIn(password, OTHER_CLIENT);
  expect(await waitForAttempts(list, 2)).toEqual([
    { method: "Password", device: "An app (curl)", location: "9.9.9.*", outcome: "succeeded", attempts: 1 },
    {
      method: "Password",
      device: "Firefox on Windows",
      location: "8.8.4.*",
      outcome: "succeeded",
      attempts: 1,
    },
  ]);
});

test("identical refusals within an hour share one entry with a count", async () => {
  const { signIn, list } = await register();
  await Promise.all([signIn("wrong"), signIn("wrong"), signIn("wrong")]);
  await waitForAttempts(list, 4);
  await signIn("wrong", OTHER_CLIENT);
  await waitForAttempts(list, 5);
  fixture.clock.advance(3601);
  await signIn("wrong", OTHER_CLIENT);
  expect((await waitForAttempts(list, 6)).map(({ outcome, attempts }) => [outcome, attempts])).toEqual([
    ["refused", 1],
    ["refused", 1],
    ["refused", 3],
    ["succeeded", 1],
  ]);
});

test("a refused sign-in to a suspended account is listed, and one with an unknown email address isn't recorded", async () => {
  const { viewer, password, signIn, list } = await register();
  const { pool } = fixture.database;
  await pool.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
    viewer.id,
  ]);
  await signIn(password);
  expect((await waitForAttempts(list, 2))[0]).toMatchObject({ outcome: "refused" });
  const countRows = async () => (await pool.query("select from auth.sign_ins")).rowCount;
  const previousCount = await countRows();
  await fixture.auth
    .signInWithPassword({ email: "no-one@example.org", password }, HOME_CLIENT)
    .catch(() => {});
  expect(await countRows()).toBe(previousCount);
});

test("a sign-in is pending until two-factor authentication is completed, and wrong codes are listed", async () => {
  const steps = createFactorSteps(fixture);
  const { client, email, password, secret, factorId } = await steps.signInWithFactor();
  const { data } = await client.getSession();
  if (!data.session) throw new Error("no session");
  const viewer = await identify(data.session as Parameters<typeof identify>[0]);
  const list = () => fixture.auth.account.listSignIns(viewer);
  const clientOptions = { experimental: { recoveryCodes: true } };
  const secondClient = fixture.client(clientOptions);
  await secondClient.signInWithPassword({ email, password });
  expect((await list())[0]).toMatchObject({ outcome: "pending", method: "Password" });
  await secondClient.mfa.challengeAndVerify({ factorId, code: steps.getWrongCode(secret) });
  await waitForAttempts(list, 4);
  expect((await list())[0]).toMatchObject({ outcome: "refused", method: "Authenticator app" });
  fixture.clock.advance(30);
  await secondClient.mfa.challengeAndVerify({ factorId, code: steps.getCode(secret) });
  expect((await list()).map(({ outcome, method }) => [outcome, method])).toEqual([
    ["refused", "Authenticator app"],
    ["succeeded", "Password, then authenticator app"],
    ["succeeded", "Password"],
    ["succeeded", "Password"],
  ]);

  const { data: codes } = await secondClient.mfa.recoveryCodes.generate();
  const thirdClient = fixture.client(clientOptions);
  await thirdClient.signInWithPassword({ email, password });
  await thirdClient.mfa.recoveryCodes.verify({ code: codes?.codes[0] ?? "" });
  expect((await list())[0]).toMatchObject({ outcome: "succeeded", method: "Password, then recovery code" });
});

test("at most 20 sign-ins are listed, and refused ones can't displace the others", async () => {
  const { viewer, list } = await register();
  await fixture.database.pool.query(
    `insert into auth.sign_ins (user_id, method, outcome, device, at)
     select $1, 'password', case when n % 2 = 0 then 'refused' else 'succeeded' end, 'Device ' || n,
       $2::timestamptz + n * interval '1 minute' + case when n % 2 = 0 then interval '1 day' else '0' end
     from generate_series(1, 60) n`,
    [viewer.id, fixture.clock.now()],
  );
  const outcomes = (await list()).map(({ outcome }) => outcome);
  expect(outcomes).toEqual([...Array(10).fill("refused"), ...Array(10).fill("succeeded")]);
});

test("sign-ins are part of the member's exported data, and are deleted with the account", async () => {
  const { viewer, password, username } = await register();
  const { sign_ins: exportedSignIns } = await fixture.auth.account.exportAccount(viewer);
  expect(exportedSignIns).toEqual([
    {
      method: "password",
      provider: null,
      outcome: "succeeded",
      device: "Firefox on Windows",
      location: "8.8.4.*",
      attempts: 1,
      at: expect.any(String),
    },
  ]);
  await fixture.auth.account.deleteAccount(viewer, { username, password, code: "" }, HOME_CLIENT);
  const { rowCount } = await fixture.database.pool.query("select from auth.sign_ins where user_id = $1", [
    viewer.id,
  ]);
  expect(rowCount).toBe(0);
});

test("guest sign-ins aren't recorded, and visitors can't list sign-ins", async () => {
  const guestSite = await createAuthFixture({ auth: { anonymous: true }, database: fixture.database });
  await guestSite.auth.signInAsGuest(HOME_CLIENT);
  const { rowCount } = await fixture.database.pool.query(
    "select from auth.sign_ins s join auth.users u on u.id = s.user_id where u.is_anonymous",
  );
  expect(rowCount).toBe(0);
  await expect(fixture.auth.account.listSignIns(null)).rejects.toMatchObject({ code: "not_signed_in" });
});
