import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHttpServer } from "#server/testing/http-server.ts";
import { startRequest } from "#server/testing/late-body.ts";
import { AUTH_ROUTES } from "./routes.ts";
import { type AuthFixture, createAuthFixture } from "./testing.ts";

let fixture: AuthFixture;
let server: Awaited<ReturnType<typeof startHttpServer>>;
beforeAll(async () => {
  fixture = await createAuthFixture();
  server = await startHttpServer(
    getRequestListener(new Hono().route("/auth/v1", fixture.auth.http).fetch, { autoCleanupIncoming: false }),
  );
});
afterAll(async () => {
  await server.close();
  await fixture.end();
});

const start = (method: string, path: string, token: string) =>
  startRequest(method, `${server.origin}/auth/v1${path}`, token, { factor_type: "totp" });

/** Waits until the server has checked the access token of the user's earlier requests. */
const waitForChecks = async (token: string) =>
  expect((await fixture.call("GET", "/user", { token })).status).toBe(200);

const countFactors = async (userId: string) =>
  (await fixture.database.pool.query("select from auth.mfa_factors where user_id = $1", [userId])).rowCount;

test("an enrollment whose body arrives late succeeds while the user is signed in", async () => {
  const { session } = await fixture.register();
  const finish = start("POST", "/factors", session.access_token);
  await waitForChecks(session.access_token);
  expect((await finish()).status).toBe(200);
  expect(await countFactors(session.user.id)).toBe(1);
});

test("an enrollment is refused if the session ends before the rest of its body arrives", async () => {
  const { session } = await fixture.register();
  const finish = start("POST", "/factors", session.access_token);
  await waitForChecks(session.access_token);
  await fixture.auth.signOut(session.access_token, "global");
  expect(await finish()).toMatchObject({ status: 403, body: expect.stringContaining("session_not_found") });
  expect(await countFactors(session.user.id)).toBe(0);
});

test("every call that may have a body and needs a user's access token is refused if the session ends before the rest of the body arrives", async () => {
  const { session } = await fixture.register();
  const routes = AUTH_ROUTES.filter(
    ({ method, access }) => method !== "GET" && (access === "bearer" || access === "unverified"),
  );
  const pendingCalls = routes.map(({ method, path }) => {
    const examplePath = path.replace(/:\w+/, crypto.randomUUID());
    return { name: `${method} ${path}`, finish: start(method, examplePath, session.access_token) };
  });
  await waitForChecks(session.access_token);
  await fixture.auth.signOut(session.access_token, "global");
  for (const { name, finish } of pendingCalls) {
    const { status, body } = await finish();
    expect([name, status, JSON.parse(body).error_code]).toEqual([name, 403, "session_not_found"]);
  }
});

test("an administrator's call is refused if their session ends before the rest of its body arrives", async () => {
  const { session } = await fixture.register();
  const { id } = session.user;
  await fixture.database.pool.query("update auth.users set role = 'service_role' where id = $1", [id]);
  const { body: refreshed } = await fixture.call("POST", "/token?grant_type=refresh_token", {
    body: { refresh_token: session.refresh_token },
  });
  const finish = start("POST", "/admin/users", refreshed.access_token);
  await waitForChecks(refreshed.access_token);
  await fixture.auth.signOut(refreshed.access_token, "global");
  expect((await finish()).status).toBe(403);
});
