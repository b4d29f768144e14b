import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthFixture, buildCookieHeader, createAuthFixture } from "../testing.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.end());

test("an attacker's access token becomes invalid with the session once the theft is detected", async () => {
  const user = await fixture.register();
  const refresh = async (refresh_token: string) =>
    fixture.call("POST", "/token?grant_type=refresh_token", { body: { refresh_token } });
  const stolenToken = user.session.refresh_token;
  const secondSession = (await refresh(stolenToken)).body;
  const attackerSession = (await refresh(secondSession.refresh_token)).body;
  fixture.clock.advance(11);
  expect((await refresh(stolenToken)).body.error_code).toBe("refresh_token_already_used");

  const token = attackerSession.access_token;
  for (const [method, path, body] of [
    ["GET", "/user"],
    ["PUT", "/user", { password: "an attacker's password 9" }],
    ["PUT", "/user", { data: { username: "Attacker" } }],
    ["GET", "/reauthenticate"],
    ["POST", "/factors", { factor_type: "totp" }],
    ["POST", "/logout?scope=others"],
  ] as const) {
    const response = await fixture.call(method, path, { token, ...(body ? { body } : {}) });
    expect([method, path, response.status, response.body.error_code]).toEqual([
      method,
      path,
      403,
      "session_not_found",
    ]);
  }
  expect((await fixture.auth.identify(buildCookieHeader(attackerSession))).state).toBe("visitor");
  // Storage and the chat function use this check.
  await expect(fixture.auth.identifyClient(`Bearer ${token}`)).rejects.toMatchObject({
    code: "session_not_found",
  });
  expect((await fixture.call("POST", "/token?grant_type=password", { body: user })).status).toBe(200);
});
