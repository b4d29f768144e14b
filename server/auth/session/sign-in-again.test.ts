import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { createFactorSteps } from "../two-factor/factors.fixture.ts";

let fixture: AuthFixture;
let steps: ReturnType<typeof createFactorSteps>;
beforeAll(async () => {
  fixture = await createAuthFixture();
  steps = createFactorSteps(fixture);
});
afterAll(() => fixture.end());

const FROM = { ip: "203.0.113.1", userAgent: null };
const NOTHING = { password: "", mailedCode: "", factorId: "", code: "" };
const ELEVEN_MINUTES = 660;

/** The member of an access token. */
function getViewer(token: string | undefined): Member {
  const claims = JSON.parse(Buffer.from(token?.split(".")[1] ?? "", "base64url").toString());
  return { id: claims.sub, sessionId: claims.session_id } as Member;
}

test("requires the second factor with the password, accepts its code once, and keeps the session and its tokens", async () => {
  const person = await steps.signInWithFactor();
  const viewer = getViewer(await steps.getToken(person));
  const { auth } = fixture;
  await auth.requireFresh(viewer);
  fixture.clock.advance(ELEVEN_MINUTES);
  await expect(auth.requireFresh(viewer)).rejects.toMatchObject({ code: "sign_in_again" });
  expect(await auth.own.describeProof(viewer)).toEqual({
    first: "password",
    codeInstead: true,
    factors: [{ id: person.factorId, name: "", type: "totp" }],
  });

  const tokens = () =>
    fixture.database.pool.query(
      "select token_hash, revoked_at from auth.refresh_tokens where session_id = $1",
      [viewer.sessionId],
    );
  const before = (await tokens()).rows;
  const { password } = person;
  const prove = (code: string) =>
    auth.own.signInAgain(viewer, { ...NOTHING, password, factorId: person.factorId, code }, FROM);
  await expect(prove(steps.getWrongCode(person.secret))).rejects.toMatchObject({
    code: "sign_in_again",
    fields: { code: expect.stringContaining("is wrong") },
  });
  // The password alone is not enough.
  await expect(auth.requireFresh(viewer)).rejects.toMatchObject({ code: "sign_in_again" });
  const code = steps.getCode(person.secret);
  await prove(code);
  await auth.requireFresh(viewer);
  expect((await tokens()).rows).toEqual(before);
  await expect(prove(code)).rejects.toMatchObject({ code: "sign_in_again" });
});

test("a code sent five times in parallel counts once", async () => {
  const person = await steps.signInWithFactor();
  const viewer = getViewer(await steps.getToken(person));
  fixture.clock.advance(ELEVEN_MINUTES);
  const code = steps.getCode(person.secret);
  const proof = { ...NOTHING, password: person.password, factorId: person.factorId, code };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => fixture.auth.own.signInAgain(viewer, proof, FROM)),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("an account without a password uses an emailed code", async () => {
  const { email, session } = await fixture.register();
  await fixture.database.pool.query("update auth.users set encrypted_password = null where email = $1", [
    email,
  ]);
  const viewer = getViewer(session.access_token);
  const { auth } = fixture;
  fixture.clock.advance(ELEVEN_MINUTES);
  expect(await auth.own.describeProof(viewer)).toEqual({ first: "code", codeInstead: false, factors: [] });
  await auth.own.sendProofCode(viewer, FROM);
  const { code } = await fixture.getLastEmailTo(email);
  await expect(auth.own.signInAgain(viewer, NOTHING, FROM)).rejects.toMatchObject({
    fields: { mailedCode: "Enter the code from the email." },
  });
  await auth.own.signInAgain(viewer, { ...NOTHING, mailedCode: code ?? "" }, FROM);
  await auth.requireFresh(viewer);
});

test("another user's factor and an ended session are refused", async () => {
  const person = await steps.signInWithFactor();
  const other = await steps.signInWithFactor();
  const viewer = getViewer(await steps.getToken(person));
  const proof = {
    ...NOTHING,
    password: person.password,
    factorId: other.factorId,
    code: steps.getCode(other.secret, 1),
  };
  await expect(fixture.auth.own.signInAgain(viewer, proof, FROM)).rejects.toMatchObject({
    code: "sign_in_again",
  });
  await fixture.database.pool.query("delete from auth.sessions where id = $1", [viewer.sessionId]);
  await expect(fixture.auth.own.signInAgain(viewer, proof, FROM)).rejects.toMatchObject({
    code: "not_signed_in",
  });
  await expect(fixture.auth.requireFresh(null)).rejects.toMatchObject({ code: "not_signed_in" });
});
