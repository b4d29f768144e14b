import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createServiceKey } from "../keys/create-service-key.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import {
  createInviteOnlySite,
  createInviter,
  type InviteOnlySite,
  type Inviter,
} from "./invited-sign-up.fixture.ts";

const SECRET = "a secret of at least thirty-two characters";

let site: InviteOnlySite;
/** This fixture treats addresses as confirmed. */
let autoconfirmSite: AuthFixture;
/** This fixture requires confirmed addresses. */
let confirmationSite: AuthFixture;
let inviter: Inviter;
beforeAll(async () => {
  site = createInviteOnlySite();
  const { extend } = site;
  const noSpacing = { emailSpacingSeconds: 0, smsSpacingSeconds: 0 };
  autoconfirmSite = await createAuthFixture({ extend, auth: { anonymous: true, ...noSpacing } });
  confirmationSite = await createAuthFixture({
    extend,
    database: autoconfirmSite.database,
    auth: { autoconfirm: false, phone: true, jwtSecret: SECRET, ...noSpacing },
  });
});
afterAll(() => autoconfirmSite.end());
beforeEach(async () => {
  site.mode = "invited";
  inviter = await createInviter(confirmationSite, site);
});

let userCount = 0;
function createUserData() {
  userCount += 1;
  return {
    email: `guest${userCount}@example.org`,
    password: `green lamps ${userCount}`,
    username: `Guest ${userCount}`,
  };
}

/** Signs up with the official client. */
async function signUp(fixture: AuthFixture, invitation?: string, user = createUserData()) {
  const { email, password, username } = user;
  const data = { username, ...(invitation === undefined ? {} : { invitation }) };
  const result = await fixture.client().signUp({ email, password, options: { data } });
  return { ...result, ...user };
}

const DISABLED_ERROR = { status: 422, code: "signup_disabled" };
const countAccounts = async (email: string) =>
  (await autoconfirmSite.database.pool.query("select from auth.users where email = $1", [email])).rowCount;

describe("an invite-only site", () => {
  test("refuses sign-ups without a usable invitation and creates no account", async () => {
    const token = await inviter.createToken();
    for (const invitation of [
      undefined,
      "",
      "x",
      `${token}x`,
      token.toLowerCase(),
      "a".repeat(32),
      "a".repeat(5_000),
    ])
      for (const fixture of [autoconfirmSite, confirmationSite]) {
        const { error, email } = await signUp(fixture, invitation);
        expect(error, invitation).toMatchObject(DISABLED_ERROR);
        expect(await countAccounts(email)).toBe(0);
      }
    expect((await inviter.readNewestInvitation()).count).toBe(0);
  });

  test("explains why a sign-up is refused", async () => {
    expect((await signUp(autoconfirmSite)).error?.message).toContain("You need an invitation");
    expect((await signUp(autoconfirmSite, "a".repeat(32))).error?.message).toContain("no longer works");
  });

  test("accepts an invitation in the data, and doesn't store its token", async () => {
    const token = await inviter.createToken();
    const { data, error, username } = await signUp(autoconfirmSite, token);
    expect(error).toBeNull();
    expect(data.user?.user_metadata).not.toHaveProperty("invitation");
    expect(await inviter.readNewestInvitation()).toEqual({ count: 1, joined: [username] });
  });

  test("accepts the invitation in the browser's cookie, and clears the cookie", async () => {
    const token = await inviter.createToken();
    const { email, password, username } = createUserData();
    const { status, headers } = await autoconfirmSite.call("POST", "/signup", {
      body: { email, password, data: { username } },
      headers: { cookie: `theme=dark; lattice-invitation=${token}` },
    });
    expect([status, headers.get("set-cookie")]).toEqual([
      200,
      expect.stringMatching(/^lattice-invitation=;.*Max-Age=0/),
    ]);
    expect((await inviter.readNewestInvitation()).joined).toEqual([username]);
  });

  test("lets exactly one of several people who join simultaneously take the last use", async () => {
    const token = await inviter.createToken({ uses: 1 });
    const results = await Promise.all(Array.from({ length: 6 }, () => signUp(autoconfirmSite, token)));
    const successes = results.filter(({ error }) => error === null);
    expect(successes).toHaveLength(1);
    for (const { error, email } of results.filter((result) => result.error !== null)) {
      expect(error).toMatchObject(DISABLED_ERROR);
      expect(await countAccounts(email)).toBe(0);
    }
    expect(await inviter.readNewestInvitation()).toEqual({ count: 1, joined: [successes[0]?.username] });
  });

  test("uses up an invitation only when the address is confirmed", async () => {
    const token = await inviter.createToken({ uses: 1 });
    const firstSignUp = await signUp(confirmationSite, token);
    const secondSignUp = await signUp(confirmationSite, token);
    expect([firstSignUp.error, secondSignUp.error]).toEqual([null, null]);
    expect((await inviter.readNewestInvitation()).count).toBe(0);
    const confirm = async (email: string) => {
      const { code } = await confirmationSite.getLastMessageTo(email);
      return confirmationSite.client().verifyOtp({ email, token: code, type: "signup" });
    };
    expect((await confirm(secondSignUp.email)).error).toBeNull();
    expect((await confirm(firstSignUp.email)).error).toMatchObject(DISABLED_ERROR);
    expect(await inviter.readNewestInvitation()).toEqual({ count: 1, joined: [secondSignUp.username] });

    // The person who was refused can still join with another invitation.
    const otherToken = await inviter.createToken();
    expect((await signUp(confirmationSite, otherToken, firstSignUp)).error).toBeNull();
    expect((await confirm(firstSignUp.email)).error).toBeNull();
    expect((await inviter.readNewestInvitation()).joined).toEqual([firstSignUp.username]);
  });

  test("doesn't count a use of an invitation until the email address is confirmed, so the count doesn't reveal whether the address is already registered", async () => {
    const member = await signUp(autoconfirmSite, await inviter.createToken());
    const token = await inviter.createToken();
    const knownSignUp = await signUp(confirmationSite, token, { ...createUserData(), email: member.email });
    const unknownSignUp = await signUp(confirmationSite, token);
    expect([knownSignUp.error, unknownSignUp.error]).toEqual([null, null]);
    expect(Object.keys(knownSignUp.data.user ?? {})).toEqual(Object.keys(unknownSignUp.data.user ?? {}));
    expect(await inviter.readNewestInvitation()).toEqual({ count: 0, joined: [] });
  });

  test("refuses a confirmation after the invitation was revoked, but not after it expired", async () => {
    for (const [change, isRefused] of [
      [async () => inviter.invitations.revoke(inviter.admin, await inviter.getNewestInvitationId()), true],
      [
        async () =>
          autoconfirmSite.database.pool.query(
            "update public.invitations set expires_at = now() + interval '1 millisecond' where id = $1",
            [await inviter.getNewestInvitationId()],
          ),
        false,
      ],
    ] as const) {
      const { email } = await signUp(confirmationSite, await inviter.createToken());
      await change();
      const { code } = await confirmationSite.getLastMessageTo(email);
      const { error } = await confirmationSite.client().verifyOtp({ email, token: code, type: "signup" });
      expect(error?.code).toBe(isRefused ? "signup_disabled" : undefined);
    }
  });

  test.each([
    ["expired", "update public.invitations set expires_at = now() - interval '1 second' where id = $1"],
    ["revoked", "update public.invitations set revoked_at = now() where id = $1"],
    ["used up", "update public.invitations set use_count = max_uses where id = $1"],
    [
      "from a member without the admin role",
      "update public.user_roles set role = 'user' where user_id = (select inviter_id from public.invitations where id = $1)",
    ],
    [
      "from a suspended administrator",
      "update auth.users set banned_until = now() + interval '1 day' where id = (select inviter_id from public.invitations where id = $1)",
    ],
    [
      "from a closed account",
      "update auth.users set deleted_at = now() where id = (select inviter_id from public.invitations where id = $1)",
    ],
    [
      "from a deleted account",
      "delete from auth.users where id = (select inviter_id from public.invitations where id = $1)",
    ],
  ])("refuses an invitation that is %s", async (_, statement) => {
    const token = await inviter.createToken();
    await autoconfirmSite.database.pool.query(statement, [await inviter.getNewestInvitationId()]);
    expect((await signUp(autoconfirmSite, token)).error).toMatchObject(DISABLED_ERROR);
    expect((await signUp(confirmationSite, token)).error).toMatchObject(DISABLED_ERROR);
  });

  test("lets accounts be created with the service key, even if their invitation was revoked", async () => {
    const token = await createServiceKey(SECRET);
    const { email } = await signUp(confirmationSite, await inviter.createToken());
    await inviter.invitations.revoke(inviter.admin, await inviter.getNewestInvitationId());
    const client = confirmationSite.client({ headers: { authorization: `Bearer ${token}` } });
    expect((await client.admin.inviteUserByEmail(email)).error).toBeNull();
    const { code } = await confirmationSite.getLastMessageTo(email);
    expect(
      (await confirmationSite.client().verifyOtp({ email, token: code, type: "invite" })).error,
    ).toBeNull();
    expect((await client.admin.createUser({ email: createUserData().email })).error).toBeNull();
  });

  test("is shown in the API's settings", async () => {
    const { body } = await confirmationSite.call("GET", "/settings");
    expect(body.disable_signup).toBe(true);
    expect(await confirmationSite.auth.describe()).toMatchObject({
      signupDisabled: true,
      isInviteOnly: true,
    });
    expect(await confirmationSite.auth.describe(await inviter.createToken())).toMatchObject({
      signupDisabled: false,
      invitation: { inviter: inviter.admin.username, email: null },
    });
  });
});

describe("other ways to create an account need an invitation too:", () => {
  test("a one-time code by email", async () => {
    const { email } = createUserData();
    const uninvitedResult = await confirmationSite.client().signInWithOtp({ email });
    expect([uninvitedResult.error, await countAccounts(email)]).toEqual([null, 0]);
    const wronglyInvitedResult = await confirmationSite
      .client()
      .signInWithOtp({ email, options: { data: { invitation: "x" } } });
    expect(wronglyInvitedResult.error).toMatchObject(DISABLED_ERROR);
    expect((await autoconfirmSite.client().signInWithOtp({ email })).error).toMatchObject(DISABLED_ERROR);
    const invitation = await inviter.createToken();
    const invitedResult = await confirmationSite
      .client()
      .signInWithOtp({ email, options: { data: { invitation } } });
    expect(invitedResult.error).toBeNull();
    const { code } = await confirmationSite.getLastMessageTo(email);
    const { error } = await confirmationSite.client().verifyOtp({ email, token: code, type: "email" });
    expect([error, (await inviter.readNewestInvitation()).count]).toEqual([null, 1]);
  });

  test("a one-time code or a sign-up by phone", async () => {
    const phone = "4915100099001";
    expect((await confirmationSite.client().signInWithOtp({ phone })).error).toBeNull();
    const { rowCount } = await autoconfirmSite.database.pool.query(
      "select from auth.users where phone = $1",
      [phone],
    );
    expect(rowCount).toBe(0);
    expect((await confirmationSite.client().signUp({ phone, password: "green lamps" })).error).toMatchObject(
      DISABLED_ERROR,
    );
    const options = { data: { invitation: await inviter.createToken() } };
    expect(
      (await confirmationSite.client().signUp({ phone, password: "green lamps", options })).error,
    ).toBeNull();
    const { code } = await confirmationSite.getLastMessageTo(phone);
    expect((await confirmationSite.client().verifyOtp({ phone, token: code, type: "sms" })).error).toBeNull();
    expect((await inviter.readNewestInvitation()).count).toBe(1);
  });

  test("an anonymous sign-in", async () => {
    expect((await autoconfirmSite.client().signInAnonymously()).error).toMatchObject(DISABLED_ERROR);
    const client = { ip: "203.0.113.1", userAgent: null };
    await expect(autoconfirmSite.auth.signInAsGuest(client)).rejects.toMatchObject({
      code: "signup_disabled",
    });
    const options = { data: { invitation: await inviter.createToken({ uses: 1 }) } };
    expect((await autoconfirmSite.client().signInAnonymously({ options })).error).toBeNull();
    expect((await autoconfirmSite.client().signInAnonymously({ options })).error).toMatchObject(
      DISABLED_ERROR,
    );
  });

  test("but members can still sign in with codes, even with an unusable invitation in their browser", async () => {
    const { email } = await signUp(autoconfirmSite, await inviter.createToken());
    const { status } = await confirmationSite.call("POST", "/otp", {
      body: { email },
      headers: { cookie: `lattice-invitation=${"a".repeat(32)}` },
    });
    expect(status).toBe(200);
    const { code } = await confirmationSite.getLastMessageTo(email);
    expect(
      (await confirmationSite.client().verifyOtp({ email, token: code, type: "email" })).error,
    ).toBeNull();
  });
});

describe("an emailed invitation", () => {
  test("works only once and only for its email address, which it confirms", async () => {
    const user = createUserData();
    const token = await inviter.inviteByEmail(user.email);
    const strangerResult = await signUp(confirmationSite, token);
    expect(strangerResult.error).toMatchObject({
      ...DISABLED_ERROR,
      message: expect.stringContaining("another email"),
    });
    const { data, error } = await signUp(confirmationSite, token, user);
    expect(error).toBeNull();
    expect(data.session?.user.email_confirmed_at).toEqual(expect.any(String));
    expect(await inviter.readNewestInvitation()).toEqual({ count: 1, joined: [user.username] });
    expect((await signUp(confirmationSite, token, user)).error).toMatchObject(DISABLED_ERROR);
    const options = { data: { invitation: await inviter.inviteByEmail(createUserData().email) } };
    expect((await autoconfirmSite.client().signInAnonymously({ options })).error).toMatchObject(
      DISABLED_ERROR,
    );
  });

  test("doesn't confirm an account that someone else created with the email address", async () => {
    const user = createUserData();
    site.mode = "open";
    expect(
      (await signUp(confirmationSite, undefined, { ...user, password: "their own password" })).error,
    ).toBeNull();
    site.mode = "invited";
    const token = await inviter.inviteByEmail(user.email);
    const { data, error } = await signUp(confirmationSite, token, user);
    expect([error, data.session]).toEqual([null, null]);
    for (const password of ["their own password", user.password])
      expect(
        (await confirmationSite.client().signInWithPassword({ email: user.email, password })).error,
      ).not.toBeNull();
    const { code } = await confirmationSite.getLastMessageTo(user.email);
    expect(
      (await confirmationSite.client().verifyOtp({ email: user.email, token: code, type: "signup" })).error,
    ).toBeNull();
    expect((await inviter.readNewestInvitation()).count).toBe(1);
  });

  test("doesn't contain its inviter's username, and resending it replaces the earlier link", async () => {
    const user = createUserData();
    const firstToken = await inviter.inviteByEmail(user.email);
    const { text, subject } = await confirmationSite.getLastMessageTo(user.email);
    expect(`${subject} ${text}`).not.toContain(inviter.admin.username);
    await inviter.invitations.resend(inviter.admin, await inviter.getNewestInvitationId());
    expect((await signUp(confirmationSite, firstToken, user)).error).toMatchObject(DISABLED_ERROR);
    const secondToken =
      /\/invite\/(\S+)/.exec((await confirmationSite.getLastMessageTo(user.email)).text)?.[1] ?? "";
    expect(secondToken).not.toBe(firstToken);
    expect((await signUp(confirmationSite, secondToken, user)).error).toBeNull();
  });
});

describe("an open site", () => {
  test("counts uses of usable invitations and ignores unusable ones", async () => {
    site.mode = "open";
    const token = await inviter.createToken({ uses: 1 });
    const { error, username } = await signUp(autoconfirmSite, token);
    expect(error).toBeNull();
    expect(await inviter.readNewestInvitation()).toEqual({ count: 1, joined: [username] });
    for (const invitation of [token, "x"])
      expect((await signUp(autoconfirmSite, invitation)).error).toBeNull();
    const emailedToken = await inviter.inviteByEmail(createUserData().email);
    expect((await signUp(autoconfirmSite, emailedToken)).error).toBeNull();
    expect((await inviter.readNewestInvitation()).count).toBe(0);
  });
});

describe("a closed site", () => {
  test("also refuses invitations", async () => {
    site.mode = "closed";
    const token = await inviter.createToken();
    expect((await signUp(autoconfirmSite, token)).error).toMatchObject(DISABLED_ERROR);
    expect((await signUp(confirmationSite, token)).error).toMatchObject(DISABLED_ERROR);
    const options = { data: { invitation: token } };
    expect((await autoconfirmSite.client().signInAnonymously({ options })).error).toMatchObject(
      DISABLED_ERROR,
    );
    expect(
      (await autoconfirmSite.client().signInWithOtp({ email: createUserData().email, options })).error,
    ).toMatchObject(DISABLED_ERROR);
  });
});
