import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { createFactorSteps } from "../two-factor/factors.fixture.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({ auth: { autoconfirm: true } });
});
afterAll(() => fixture.end());

const listEmailKinds = async (email: string) => (await fixture.listMessagesTo(email)).map(({ kind }) => kind);
/** Lists the kinds of all emails except those about new devices, because each test client is a new device. */
const listChangeEmailKinds = async (email: string) =>
  (await listEmailKinds(email)).filter((kind) => kind !== "new_sign_in");
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36";

test("the owner is emailed when the password or the email address changes", async () => {
  const user = await fixture.register();
  const client = fixture.client();
  await client.signInWithPassword(user);
  await client.updateUser({ password: "another secret 7" });
  expect(await listChangeEmailKinds(user.email)).toEqual(["password_changed"]);
  // This sentence must also be true if an administrator changed the password, which ends all sessions.
  expect((await fixture.getLastMessageTo(user.email)).text).toContain(
    "You were signed out everywhere except where it was changed.",
  );
  const email = "moved@example.org";
  await client.updateUser({ email });
  const { linkToken } = await fixture.getLastMessageTo(email);
  await client.verifyOtp({ type: "email_change", token_hash: linkToken });
  const lastEmail = await fixture.getLastMessageTo(user.email);
  expect([lastEmail.kind, lastEmail.text]).toEqual(["email_changed", expect.stringContaining(email)]);
  // The email must not let its reader take over the account.
  expect([lastEmail.code, lastEmail.link]).toEqual(["", ""]);
});

test("the owner is emailed when an authenticator app or the recovery codes change", async () => {
  const steps = createFactorSteps(fixture);
  const { client, email, factorId } = await steps.signInWithFactor();
  await fixture.call("POST", "/factors/recovery-codes", { token: await steps.getToken({ client }) });
  await client.mfa.unenroll({ factorId });
  expect(await listChangeEmailKinds(email)).toEqual([
    "factor_added",
    "recovery_codes_changed",
    "factor_removed",
  ]);
});

test("the owner is emailed once about each new device or network, but not about the first sign-in", async () => {
  const user = { ...fixture.newUser() };
  await fixture.auth.signUp(user, { ip: "203.0.113.1", userAgent: FIREFOX });
  const signIn = (ip: string, userAgent: string) => fixture.auth.signInWithPassword(user, { ip, userAgent });
  await signIn("203.0.113.1", FIREFOX);
  await signIn("203.0.113.99", FIREFOX.replace("140.0", "141.0"));
  expect(await listEmailKinds(user.email)).toEqual([]);
  await signIn("203.0.113.1", CHROME);
  await signIn("203.0.113.1", CHROME);
  await signIn("198.51.100.7", FIREFOX);
  expect(await listEmailKinds(user.email)).toEqual(["new_sign_in", "new_sign_in"]);
  const [firstEmail, secondEmail] = await fixture.listMessagesTo(user.email);
  expect(firstEmail?.text).toContain("Chrome on Windows, IP address 203.0.113.1");
  expect(secondEmail?.text).toContain("Firefox on Linux, IP address 198.51.100.7");
});

test("a client's User-Agent can't put text into an email to the owner", async () => {
  const user = { ...fixture.newUser() };
  await fixture.auth.signUp(user, { ip: "203.0.113.1", userAgent: FIREFOX });
  await fixture.auth.signInWithPassword(user, { ip: "203.0.113.1", userAgent: "call-evil.example/1" });
  const { text } = await fixture.getLastMessageTo(user.email);
  expect(text).toContain("An app, IP address");
  expect(text).not.toContain("evil");
});
