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

const CLIENT = { ip: "203.0.113.1", userAgent: null };
const NO_PROOF = { password: "", oneTimeCode: "", factorId: "", code: "" };
const ELEVEN_MINUTES = 660;

/** Returns the member that an access token belongs to. */
function getViewer(token: string | undefined): Member {
  const claims = JSON.parse(Buffer.from(token?.split(".")[1] ?? "", "base64url").toString());
  return { id: claims.sub, sessionId: claims.session_id } as Member;
}

test("stepping up requires the authenticator app in addition to the password, accepts each code once, and doesn't replace the session's tokens", async () => {
  const user = await steps.signInWithFactor();
  const viewer = getViewer(await steps.getToken(user));
  const { auth } = fixture;
  await auth.requireStepUp(viewer);
  fixture.clock.advance(ELEVEN_MINUTES);
  await expect(auth.requireStepUp(viewer)).rejects.toMatchObject({ code: "step_up_required" });
  expect(await auth.account.describeProof(viewer)).toMatchObject({
    first: "password",
    codeBy: "email",
    allowsOneTimeCode: true,
    factors: [{ id: user.factorId, name: "", type: "totp" }],
    passkeyId: null,
  });

  const readTokens = () =>
    fixture.database.pool.query(
      "select token_hash, revoked_at from auth.refresh_tokens where session_id = $1",
      [viewer.sessionId],
    );
  const previousTokens = (await readTokens()).rows;
  const { password } = user;
  const stepUp = (code: string) =>
    auth.account.stepUp(viewer, { ...NO_PROOF, password, factorId: user.factorId, code }, CLIENT);
  await expect(stepUp(steps.getWrongCode(user.secret))).rejects.toMatchObject({
    code: "step_up_required",
    fieldErrors: { code: expect.stringContaining("Incorrect code") },
  });
  // The password alone is not enough.
  await expect(auth.requireStepUp(viewer)).rejects.toMatchObject({ code: "step_up_required" });
  const code = steps.getCode(user.secret);
  await stepUp(code);
  await auth.requireStepUp(viewer);
  expect((await readTokens()).rows).toEqual(previousTokens);
  await expect(stepUp(code)).rejects.toMatchObject({ code: "step_up_required" });
});

test("a code sent five times in parallel is accepted once", async () => {
  const user = await steps.signInWithFactor();
  const viewer = getViewer(await steps.getToken(user));
  fixture.clock.advance(ELEVEN_MINUTES);
  const code = steps.getCode(user.secret);
  const proof = { ...NO_PROOF, password: user.password, factorId: user.factorId, code };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => fixture.auth.account.stepUp(viewer, proof, CLIENT)),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a member without a password steps up with an emailed code", async () => {
  const { email, session } = await fixture.register();
  await fixture.database.pool.query("update auth.users set encrypted_password = null where email = $1", [
    email,
  ]);
  const viewer = getViewer(session.access_token);
  const { auth } = fixture;
  fixture.clock.advance(ELEVEN_MINUTES);
  expect(await auth.account.describeProof(viewer)).toMatchObject({
    first: "code",
    codeBy: "email",
    allowsOneTimeCode: false,
    factors: [],
    providers: [],
    passkeyId: null,
  });
  await auth.account.sendStepUpCode(viewer, CLIENT);
  const { code } = await fixture.getLastMessageTo(email);
  await expect(auth.account.stepUp(viewer, NO_PROOF, CLIENT)).rejects.toMatchObject({
    fieldErrors: { oneTimeCode: "Enter the code from the email." },
  });
  await auth.account.stepUp(viewer, { ...NO_PROOF, oneTimeCode: code ?? "" }, CLIENT);
  await auth.requireStepUp(viewer);
});

test("another user's factor and an ended session are refused", async () => {
  const user = await steps.signInWithFactor();
  const otherUser = await steps.signInWithFactor();
  const viewer = getViewer(await steps.getToken(user));
  const proof = {
    ...NO_PROOF,
    password: user.password,
    factorId: otherUser.factorId,
    code: steps.getCode(otherUser.secret, 1),
  };
  await expect(fixture.auth.account.stepUp(viewer, proof, CLIENT)).rejects.toMatchObject({
    code: "step_up_required",
  });
  await fixture.database.pool.query("delete from auth.sessions where id = $1", [viewer.sessionId]);
  await expect(fixture.auth.account.stepUp(viewer, proof, CLIENT)).rejects.toMatchObject({
    code: "not_signed_in",
  });
  await expect(fixture.auth.requireStepUp(null)).rejects.toMatchObject({ code: "not_signed_in" });
});
