import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServiceKey } from "../keys/create-service-key.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

/** Tests that nothing is gained by signing up with another person's address and waiting for them to confirm it. */

const SECRET = "a secret of at least thirty-two characters";
let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({
    auth: {
      autoconfirm: false,
      emailSpacingSeconds: 0,
      phone: true,
      smsSpacingSeconds: 0,
      jwtSecret: SECRET,
    },
  });
});
afterAll(() => fixture.end());
const ATTACKER_PASSWORD = "known to the attacker";
const post = (path: string, body: object, token?: string) =>
  fixture.call("POST", path, token === undefined ? { body } : { body, token });
const signIn = async (login: object, password: string) =>
  (await post("/token?grant_type=password", { ...login, password })).body.error_code ?? "in";

async function signUpAsAttacker() {
  const { email, password } = fixture.newUser();
  expect((await post("/signup", { email, password: ATTACKER_PASSWORD })).status).toBe(200);
  return { email, password };
}
const confirm = async (email: string, type: string) =>
  expect(
    (await post("/verify", { type, email, token: (await fixture.getLastMessageTo(email)).code })).status,
  ).toBe(200);

describe("once the owner has confirmed the address, the first password doesn't work", () => {
  test("after the owner's own sign-up, nor does the password of a later sign-up", async () => {
    const { email, password } = await signUpAsAttacker();
    await post("/signup", { email, password });
    await post("/signup", { email, password: `${ATTACKER_PASSWORD} still` });
    await confirm(email, "signup");
    expect(await signIn({ email }, ATTACKER_PASSWORD)).toBe("invalid_credentials");
    expect(await signIn({ email }, `${ATTACKER_PASSWORD} still`)).toBe("invalid_credentials");
    // Only access to the mailbox shows which sign-up is the owner's.
    await post("/recover", { email });
    const { body } = await post("/verify", {
      type: "recovery",
      email,
      token: (await fixture.getLastMessageTo(email)).code,
    });
    await fixture.call("PUT", "/user", { token: body.access_token, body: { password } });
    expect(await signIn({ email }, password)).toBe("in");
  });

  test.each([
    ["a sign-in link", "/otp", "email"],
    ["a recovery", "/recover", "email"],
  ])("after the owner requested %s", async (_label, path, type) => {
    const { email } = await signUpAsAttacker();
    await post(path, { email });
    await confirm(email, type);
    expect(await signIn({ email }, ATTACKER_PASSWORD)).toBe("invalid_credentials");
  });

  test("after an invitation", async () => {
    const { email } = await signUpAsAttacker();
    expect((await post("/invite", { email }, await createServiceKey(SECRET))).status).toBe(200);
    await confirm(email, "invite");
    expect(await signIn({ email }, ATTACKER_PASSWORD)).toBe("invalid_credentials");
  });

  test("in an account with a phone number", async () => {
    const phone = "4791234567";
    await post("/signup", { phone, password: ATTACKER_PASSWORD });
    await post("/signup", { phone, password: "the owner's own password" });
    const { code } = await fixture.getLastMessageTo(phone);
    expect((await post("/verify", { type: "sms", phone, token: code })).status).toBe(200);
    expect(await signIn({ phone }, ATTACKER_PASSWORD)).toBe("invalid_credentials");
  });
});

test("a password stays valid if the same person signs up with it twice", async () => {
  const { email, password } = fixture.newUser();
  await post("/signup", { email, password });
  await post("/signup", { email, password });
  await post("/resend", { type: "signup", email });
  await confirm(email, "signup");
  expect(await signIn({ email }, password)).toBe("in");
});

test("the password of an account with a confirmed address stays valid, no matter who requests links", async () => {
  const { email, password } = fixture.newUser();
  await post("/signup", { email, password });
  await confirm(email, "signup");
  for (const path of ["/otp", "/recover"]) await post(path, { email });
  await post("/signup", { email, password: ATTACKER_PASSWORD });
  expect([await signIn({ email }, password), await signIn({ email }, ATTACKER_PASSWORD)]).toEqual([
    "in",
    "invalid_credentials",
  ]);
});
