import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, buildCookieHeader, createAuthFixture } from "../testing.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.end());

/** Starts three sessions of one user and returns their access tokens. */
async function startThreeSessions() {
  const { email, password, session } = await fixture.register();
  const client = { ip: "203.0.113.3", userAgent: null };
  const otherSessions = [];
  for (let count = 0; count < 2; count += 1)
    otherSessions.push(await fixture.auth.signInWithPassword({ email, password }, client));
  return [session, ...otherSessions].map(({ access_token }) => access_token);
}

const listActiveStates = async (tokens: string[]) =>
  Promise.all(tokens.map(async (token) => (await fixture.call("GET", "/user", { token })).status === 200));

describe("signing out", () => {
  test.each([
    ["?scope=local", [false, true, true]],
    ["?scope=others", [true, false, false]],
    ["?scope=global", [false, false, false]],
    ["", [false, false, false]],
  ])("with the query %j ends the right sessions immediately", async (query, expected) => {
    const bystander = await fixture.register();
    const tokens = await startThreeSessions();
    const response = await fixture.call("POST", `/logout${query}`, { token: tokens[0] });
    expect([response.status, response.body]).toEqual([204, null]);
    expect(await listActiveStates(tokens)).toEqual(expected);
    expect(await listActiveStates([bystander.session.access_token])).toEqual([true]);
  });

  test("accepts no other scope", async () => {
    const [token] = await startThreeSessions();
    const response = await fixture.call("POST", "/logout?scope=everything", { token });
    expect(response.body).toMatchObject({ code: 400, error_code: "validation_failed" });
    expect(await listActiveStates([token ?? ""])).toEqual([true]);
  });

  test("requires a token", async () => {
    expect((await fixture.call("POST", "/logout")).status).toBe(401);
  });

  test("works through the official client", async () => {
    const { email, password } = await fixture.register();
    const client = fixture.client();
    const { data } = await client.signInWithPassword({ email, password });
    expect((await client.signOut({ scope: "local" })).error).toBeNull();
    expect(await listActiveStates([data.session?.access_token ?? ""])).toEqual([false]);
  });
});

describe("signing out with a form", () => {
  test("ends the session", async () => {
    const { session } = await fixture.register();
    await fixture.auth.signOut(session.access_token, "local");
    expect(await fixture.auth.identify(buildCookieHeader(session))).toEqual({ state: "visitor" });
  });

  test("with an expired token ends only its own session", async () => {
    const [firstToken = "", secondToken = ""] = await startThreeSessions();
    fixture.clock.advance(3601);
    await fixture.auth.signOut(firstToken, "global");
    fixture.clock.advance(-3601);
    expect(await listActiveStates([firstToken, secondToken])).toEqual([false, true]);
  });

  test("with a forged token ends nothing and throws an error", async () => {
    const { session } = await fixture.register();
    const forgedToken = `${session.access_token.slice(0, -8)}AAAAAAAA`;
    const error = await fixture.auth.signOut(forgedToken, "local").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "bad_jwt", status: 403 });
    expect(await listActiveStates([session.access_token])).toEqual([true]);
  });
});

test.each([
  ["?scope=local", 200],
  ["?scope=others", 403],
  ["?scope=global", 403],
])(
  "a pending email change and an unverified factor survive only a local sign-out (%s)",
  async (query, status) => {
    const { session, email } = await fixture.register();
    const newEmail = `moved-${email}`;
    const token = session.access_token;
    expect((await fixture.call("PUT", "/user", { token, body: { email: newEmail } })).status).toBe(200);
    await fixture.call("POST", "/factors", { token, body: { factor_type: "totp" } });
    await fixture.call("POST", `/logout${query}`, { token });
    const { code } = await fixture.getLastMessageTo(newEmail);
    const response = await fixture.call("POST", "/verify", {
      body: { type: "email_change", email: newEmail, token: code },
    });
    expect(response.status).toBe(status);
    const { rows } = await fixture.database.pool.query(
      "select count(*)::int as n from auth.mfa_factors where user_id = $1",
      [session.user.id],
    );
    expect(rows[0].n).toBe(status === 200 ? 1 : 0);
  },
);
