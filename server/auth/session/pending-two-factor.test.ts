import { afterAll, beforeAll, expect, test } from "vitest";
import { AUTH_ROUTES } from "../routes.ts";
import { type AuthFixture, buildCookieHeader, createAuthFixture } from "../testing.ts";
import { createFactorSteps } from "../two-factor/factors.fixture.ts";
import { computeTotp, getTimeStep } from "../two-factor/totp.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.end());

test("with two-factor authentication on, the password alone grants no member rights on pages or in API requests", async () => {
  const user = await fixture.register();
  const client = fixture.client();
  await client.signInWithPassword(user);
  const readState = async () => {
    const session = (await client.getSession()).data.session;
    if (!session) throw new Error("no session");
    const identity = await fixture.auth.identify(buildCookieHeader(session));
    const apiClient = await fixture.auth.identifyClient(`Bearer ${session.access_token}`);
    return [identity.state, apiClient.role, apiClient.userId];
  };
  const MEMBER = ["member", "authenticated", user.session.user.id];
  expect(await readState()).toEqual(MEMBER);

  const { data } = await client.mfa.enroll({ factorType: "totp" });
  if (!data) throw new Error("no factor");
  // An unverified factor isn't required.
  expect(await readState()).toEqual(MEMBER);
  const computeCode = (offset: number) =>
    computeTotp(data.totp.secret, getTimeStep(fixture.clock.now()) + offset);
  await client.mfa.challengeAndVerify({ factorId: data.id, code: computeCode(0) });
  expect(await readState()).toEqual(MEMBER);

  await client.signInWithPassword(user);
  expect(await readState()).toEqual(["visitor", "anon", null]);
  await client.mfa.challengeAndVerify({ factorId: data.id, code: computeCode(1) });
  expect(await readState()).toEqual(MEMBER);
});

test("until two-factor authentication is passed, a session can only read its own user, verify a factor or sign out", async () => {
  const steps = createFactorSteps(fixture);
  const { client: owner, email, password, factorId } = await steps.signInWithFactor();
  const pendingClient = fixture.client();
  await pendingClient.signInWithPassword({ email, password });
  const token = (await pendingClient.getSession()).data.session?.access_token;
  const allowedRoutes = new Set([
    "GET /user",
    "POST /logout",
    "POST /factors/:factorId/challenge",
    "POST /factors/:factorId/verify",
    "POST /factors/recovery-codes/verify",
  ]);
  const refusedRoutes: string[] = [];
  for (const { method, path, access } of AUTH_ROUTES) {
    const name = `${method} ${path}`;
    if (access === "public" || access === "admin" || allowedRoutes.has(name)) continue;
    const response = await fixture.call(method, path.replace(/:\w+/, factorId), {
      token,
      ...(method === "GET" ? {} : { body: { factor_type: "totp", data: { city: "Oslo" } } }),
    });
    expect([name, response.body?.error_code]).toEqual([name, "insufficient_aal"]);
    refusedRoutes.push(name);
  }
  expect(refusedRoutes).toContain("PUT /user");
  expect(refusedRoutes).toContain("GET /reauthenticate");

  const response = await fixture.call("POST", "/logout?scope=others", { token });
  expect([response.status, response.body.error_code]).toEqual([401, "insufficient_aal"]);
  // The official client requests a global sign-out by default, which ends only this session.
  expect((await pendingClient.signOut()).error).toBeNull();
  expect((await fixture.call("GET", "/user", { token })).body.error_code).toBe("session_not_found");
  expect((await owner.getUser()).error).toBeNull();
});
