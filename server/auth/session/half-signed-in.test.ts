import { afterAll, beforeAll, expect, test } from "vitest";
import { fromBase32, stepAt, totpCode } from "../factor/totp.ts";
import { type AuthFixture, cookieOf, createAuthFixture } from "../testing.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.end());

test("the password alone makes nobody a member who has a second factor, on pages or for files", async () => {
  const person = await fixture.register();
  const client = fixture.client();
  await client.signInWithPassword(person);
  const state = async () => {
    const session = (await client.getSession()).data.session;
    if (!session) throw new Error("no session");
    const identity = await fixture.auth.identify(cookieOf(session));
    const caller = await fixture.auth.identifyCaller(`Bearer ${session.access_token}`);
    return [identity.state, caller.role, caller.userId];
  };
  const MEMBER = ["member", "authenticated", person.session.user.id];
  expect(await state()).toEqual(MEMBER);

  const { data } = await client.mfa.enroll({ factorType: "totp" });
  if (!data) throw new Error("no factor");
  // A factor that was never proved asks for nothing.
  expect(await state()).toEqual(MEMBER);
  const code = (offset: number) =>
    totpCode(fromBase32(data.totp.secret), stepAt(fixture.clock.now()) + offset);
  await client.mfa.challengeAndVerify({ factorId: data.id, code: code(0) });
  expect(await state()).toEqual(MEMBER);

  await client.signInWithPassword(person);
  expect(await state()).toEqual(["visitor", "anon", null]);
  await client.mfa.challengeAndVerify({ factorId: data.id, code: code(1) });
  expect(await state()).toEqual(MEMBER);
});
