import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({ auth: { autoconfirm: false, emailSpacingSeconds: 0 } });
});
afterAll(() => fixture.end());

const signUp = (body: Record<string, unknown>) => fixture.call("POST", "/signup", { body });
const countProfiles = async () =>
  Number((await fixture.database.pool.query("select count(*) as n from public.profiles")).rows[0].n);

/** Registers a user with a confirmed or unconfirmed address. */
async function registerUser({ isConfirmed }: { isConfirmed: boolean }) {
  const { email, password, username } = fixture.newUser();
  const { body } = await signUp({ email, password, data: { username } });
  if (isConfirmed) {
    const { linkToken } = await fixture.getLastMessageTo(email);
    const response = await fixture.call("POST", "/verify", {
      body: { type: "signup", token_hash: linkToken },
    });
    expect(response.status).toBe(200);
  }
  return { email, password, username, user: body };
}

describe("a sign-up with confirmation", () => {
  test("returns the user without a session, and the emailed code starts the first one", async () => {
    const client = fixture.client();
    const { email, password, username } = fixture.newUser();
    const { data, error } = await client.signUp({ email, password, options: { data: { username } } });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email,
      role: "authenticated",
      confirmation_sent_at: expect.any(String),
      user_metadata: { username, email, email_verified: false },
    });
    expect(data.user).not.toHaveProperty("email_confirmed_at");
    expect(await countProfiles()).toBe(0);

    const signInBeforeConfirmation = await client.signInWithPassword({ email, password });
    expect(signInBeforeConfirmation.error).toMatchObject({ status: 400, code: "email_not_confirmed" });

    const { kind, subject, code } = await fixture.getLastMessageTo(email);
    expect([kind, subject]).toEqual(["confirmation", "Confirm your email address for Lattice"]);
    const verification = await client.verifyOtp({ email, token: code, type: "signup" });
    expect(verification.error).toBeNull();
    expect(verification.data.user).toMatchObject({
      id: data.user?.id,
      email_confirmed_at: expect.any(String),
      user_metadata: { username, email_verified: true },
      identities: [{ provider: "email", identity_data: { email, email_verified: true } }],
    });
    expect(await countProfiles()).toBe(1);
    expect((await client.getUser()).data.user?.id).toBe(data.user?.id);
    expect((await fixture.client().signInWithPassword({ email, password })).error).toBeNull();
  });

  test("doesn't reserve the name before the address is confirmed, and replaces a name that was taken in the meantime", async () => {
    const firstUser = await registerUser({ isConfirmed: false });
    const otherUser = fixture.newUser();
    await signUp({
      email: otherUser.email,
      password: otherUser.password,
      data: { username: firstUser.username },
    });
    const otherVerification = await fixture.client().verifyOtp({
      email: otherUser.email,
      token: (await fixture.getLastMessageTo(otherUser.email)).code,
      type: "signup",
    });
    expect(otherVerification.data.user?.user_metadata.username).toBe(firstUser.username);
    const firstVerification = await fixture.client().verifyOtp({
      email: firstUser.email,
      token: (await fixture.getLastMessageTo(firstUser.email)).code,
      type: "email",
    });
    expect(firstVerification.data.user?.user_metadata.username).toMatch(/^person\d+/);
    const duplicateResponse = await signUp({ ...fixture.newUser(), data: { username: firstUser.username } });
    expect(duplicateResponse.body).toMatchObject({ code: 422, error_code: "username_taken" });
  });

  test("signs in with the emailed link, which uses the configured URL", async () => {
    const { email } = await registerUser({ isConfirmed: false });
    const { link } = await fixture.getLastMessageTo(email);
    expect(link.startsWith("http://lattice.test/auth/v1/verify?")).toBe(true);
    const { status, location } = await fixture.follow(link);
    expect(status).toBe(303);
    expect(location.href.split("#")[0]).toBe("http://lattice.test/");
    const fragment = new URLSearchParams(location.hash.slice(1));
    expect([...fragment.keys()]).toEqual([
      "access_token",
      "expires_at",
      "expires_in",
      "refresh_token",
      "sb",
      "token_type",
      "type",
    ]);
    expect(fragment.get("type")).toBe("signup");
    const { body } = await fixture.call("GET", "/user", { token: fragment.get("access_token") ?? "" });
    expect(body.email).toBe(email);
  });
});

describe("a sign-up for a known address", () => {
  const maskIdentity = (body: Record<string, unknown>) => ({
    ...body,
    id: "",
    email: "",
    created_at: "",
    updated_at: "",
    confirmation_sent_at: "",
    user_metadata: { ...(body.user_metadata as object), sub: "", email: "" },
  });
  const signUpAgain = (email: string) =>
    signUp({ email, password: "an intruder's", data: { username: "Someone Else", city: "Oslo" } });

  test("returns the same as for a new address, with a made-up ID, whether or not the known address is confirmed", async () => {
    const confirmedUser = await registerUser({ isConfirmed: true });
    const unconfirmedUser = await registerUser({ isConfirmed: false });
    const [newResponse, confirmedResponse, unconfirmedResponse] = [
      await signUpAgain("nobody.knows@example.org"),
      await signUpAgain(confirmedUser.email),
      await signUpAgain(unconfirmedUser.email),
    ];
    expect(confirmedResponse.status).toBe(200);
    expect(maskIdentity(confirmedResponse.body)).toEqual(maskIdentity(newResponse.body));
    expect(maskIdentity(unconfirmedResponse.body)).toEqual(maskIdentity(newResponse.body));
    expect(Object.keys(confirmedResponse.body)).toEqual(Object.keys(newResponse.body));
    for (const { body } of [confirmedResponse, unconfirmedResponse]) {
      expect(body).not.toHaveProperty("access_token");
      expect(body.identities).toEqual([]);
      const { rowCount } = await fixture.database.pool.query("select from auth.users where id = $1", [
        body.id,
      ]);
      expect(rowCount).toBe(0);
    }
  });

  test("emails only an unconfirmed address again, removes that account's password, and changes nothing else", async () => {
    const confirmedUser = await registerUser({ isConfirmed: true });
    const unconfirmedUser = await registerUser({ isConfirmed: false });
    const readRows = () =>
      fixture.database.pool
        .query(
          `select id, email, encrypted_password, email_confirmed_at, raw_user_meta_data from auth.users
           where email = any($1) order by email`,
          [[confirmedUser.email, unconfirmedUser.email]],
        )
        .then(({ rows }) => rows);
    const before = await readRows();
    await signUpAgain(confirmedUser.email);
    await signUpAgain(unconfirmedUser.email);
    expect(await readRows()).toEqual(
      before.map((row) => (row.email === unconfirmedUser.email ? { ...row, encrypted_password: null } : row)),
    );
    expect(await fixture.listMessagesTo(confirmedUser.email)).toHaveLength(1);
    const emails = await fixture.listMessagesTo(unconfirmedUser.email);
    expect(emails.map(({ kind }) => kind)).toEqual(["confirmation", "confirmation"]);

    // The earlier code is now invalid.
    const oldCodeResponse = await fixture.call("POST", "/verify", {
      body: { type: "signup", email: unconfirmedUser.email, token: emails[0]?.code },
    });
    expect(oldCodeResponse.body.error_code).toBe("otp_expired");
    const { data } = await fixture
      .client()
      .verifyOtp({ email: unconfirmedUser.email, token: emails[1]?.code ?? "", type: "signup" });
    expect(data.user?.user_metadata.username).toBe(unconfirmedUser.username);
  });

  test("with auto-confirm neither signs in to an unconfirmed account nor confirms it", async () => {
    const unconfirmedUser = await registerUser({ isConfirmed: false });
    const autoconfirmFixture = await createAuthFixture({
      database: fixture.database,
      auth: { autoconfirm: true },
    });
    const response = await autoconfirmFixture.call("POST", "/signup", {
      body: { email: unconfirmedUser.email, password: "an intruder's" },
    });
    expect(response.body).toMatchObject({ code: 422, error_code: "user_already_exists" });
    expect((await autoconfirmFixture.client().signInWithPassword(unconfirmedUser)).error?.code).toBe(
      "email_not_confirmed",
    );
  });
});

describe("/resend", () => {
  test("emails an unconfirmed account again, and returns the same for all other addresses", async () => {
    const unconfirmedUser = await registerUser({ isConfirmed: false });
    const confirmedUser = await registerUser({ isConfirmed: true });
    for (const email of [unconfirmedUser.email, confirmedUser.email, "unknown.one@example.org"]) {
      const { data, error } = await fixture.client().resend({ type: "signup", email });
      expect([data, error]).toEqual([{ user: null, session: null, messageId: undefined }, null]);
      const response = await fixture.call("POST", "/resend", { body: { type: "signup", email } });
      expect([response.status, response.body]).toEqual([200, {}]);
    }
    expect(await fixture.listMessagesTo(unconfirmedUser.email)).toHaveLength(3);
    expect(await fixture.listMessagesTo(confirmedUser.email)).toHaveLength(1);
    expect(await fixture.listMessagesTo("unknown.one@example.org")).toEqual([]);
  });

  test.each([
    [{ type: "magiclink", email: "a@example.org" }, 400, "validation_failed"],
    [{ email: "a@example.org" }, 400, "validation_failed"],
    [{ type: "signup" }, 400, "validation_failed"],
    [{ type: "signup", email: "a@example.org", phone: "4712345678" }, 400, "validation_failed"],
    [{ type: "signup", email: "nobody" }, 400, "validation_failed"],
    [{ type: "sms" }, 400, "validation_failed"],
    [{ type: "sms", phone: "4712345678" }, 400, "phone_provider_disabled"],
  ])("refuses %j", async (body, status, code) => {
    const response = await fixture.call("POST", "/resend", { body });
    expect([response.status, response.body.error_code]).toEqual([status, code]);
  });
});

test("while email sign-in is off, sign-up, sign-in, /recover, /otp and /resend refuse email addresses", async () => {
  const emailOffFixture = await createAuthFixture({
    database: fixture.database,
    auth: { autoconfirm: false, email: false },
  });
  const email = "a@example.org";
  const responses = await Promise.all([
    emailOffFixture.call("POST", "/signup", { body: { email, password: "green lamps 1" } }),
    emailOffFixture.call("POST", "/recover", { body: { email } }),
    emailOffFixture.call("POST", "/otp", { body: { email } }),
    emailOffFixture.call("POST", "/resend", { body: { type: "signup", email } }),
    emailOffFixture.call("POST", "/token?grant_type=password", {
      body: { email, password: "green lamps 1" },
    }),
  ]);
  expect(responses.map(({ status, body }) => [status, body.error_code])).toEqual([
    ...Array(4).fill([400, "email_provider_disabled"]),
    [422, "email_provider_disabled"],
  ]);
  expect((await emailOffFixture.call("GET", "/settings")).body).toMatchObject({
    external: { email: false, anonymous_users: false },
    mailer_autoconfirm: false,
  });
});
