import type { GoTrueClient } from "@supabase/auth-js";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServiceKey } from "../keys/create-service-key.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { type AdminFixture, createAdminFixture, SECRET } from "./admin.fixture.ts";

let fixture: AdminFixture["fixture"];
let token: string;
beforeAll(async () => {
  ({ fixture, token } = await createAdminFixture());
});
afterAll(() => fixture.end());

describe("the admin endpoints accept", () => {
  test("anyone with a service_role or supabase_admin token, signed with the secret or a configured key", async () => {
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    const key = { ...(await exportJWK(privateKey)), kid: "rsa", alg: "RS256", key_ops: ["sign", "verify"] };
    const fixtureWithKey = await createAuthFixture({
      database: fixture.database,
      auth: { jwtSecret: SECRET, jwtKeys: [key] },
    });
    const asymmetricToken = await new SignJWT({ role: "supabase_admin" })
      .setProtectedHeader({ alg: "RS256", kid: "rsa" })
      .sign(privateKey);
    for (const bearer of [token, asymmetricToken])
      expect((await fixtureWithKey.call("GET", "/admin/users", { token: bearer })).status).toBe(200);
  });

  test("no one else", async () => {
    const { session } = await fixture.register();
    const otherKey = await createServiceKey("another secret of thirty-two characters!");
    for (const [bearer, status, code] of [
      [undefined, 401, "no_authorization"],
      [session.access_token, 403, "not_admin"],
      [fixture.auth.publicKey, 403, "not_admin"],
      [otherKey, 403, "bad_jwt"],
      [await createServiceKey(SECRET, { seconds: -1 }), 403, "bad_jwt"],
    ] as const) {
      const response = await fixture.call("GET", "/admin/users", { token: bearer });
      expect([response.status, response.body.error_code]).toEqual([status, code]);
    }
  });

  test("no one after their session has ended, regardless of the token's claims", async () => {
    const { session, email } = await fixture.register();
    await fixture.database.pool.query("update auth.users set role = 'service_role' where email = $1", [
      email,
    ]);
    const { body } = await fixture.call("POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: session.refresh_token },
    });
    const sendRequest = () => fixture.call("GET", "/admin/users", { token: body.access_token });
    expect((await sendRequest()).status).toBe(200);
    await fixture.call("POST", "/logout", { token: body.access_token });
    expect((await sendRequest()).body).toMatchObject({ code: 403, error_code: "session_not_found" });
  });
});

describe("the list", () => {
  let listFixture: AuthFixture;
  let ids: string[];
  let listAdmin: GoTrueClient["admin"];
  beforeAll(async () => {
    listFixture = await createAuthFixture({ auth: { jwtSecret: SECRET } });
    listAdmin = listFixture.client({ headers: { authorization: `Bearer ${token}` } }).admin;
    ids = [];
    for (let n = 0; n < 7; n += 1) {
      const { data } = await listAdmin.createUser({
        email: `list_${n}@example.org`,
        user_metadata: { full_name: n === 3 ? "100% Ann" : `Person ${n}` },
      });
      ids.unshift(data.user?.id ?? "");
      listFixture.clock.advance(1);
    }
  });
  afterAll(() => listFixture.end());
  const sendRequest = (query: string) => listFixture.call("GET", `/admin/users${query}`, { token });
  const getIds = (body: { users: { id: string }[] }) => body.users.map(({ id }) => id);

  test("shows the newest first, with the total", async () => {
    const { data, error } = await listAdmin.listUsers();
    expect(error).toBeNull();
    expect(data.users.map(({ id }) => id)).toEqual(ids);
    expect(data).toMatchObject({ aud: "authenticated", total: 7, lastPage: 1 });
    for (const query of ["?page=&per_page=", "?page=0&per_page=0", "?page=1&per_page=5000"])
      expect(getIds((await sendRequest(query)).body)).toEqual(ids);
  });

  test("is paged, and the client understands the links", async () => {
    const { data } = await listAdmin.listUsers({ page: 2, perPage: 3 });
    expect(data.users.map(({ id }) => id)).toEqual(ids.slice(3, 6));
    expect(data).toMatchObject({ nextPage: 3, lastPage: 3, total: 7 });
    const secondPage = await sendRequest("?page=2&per_page=3");
    expect(secondPage.headers.get("x-total-count")).toBe("7");
    expect(secondPage.headers.get("link")).toBe(
      '</admin/users?page=3&per_page=3>; rel="next", </admin/users?page=3&per_page=3>; rel="last"',
    );
    const thirdPage = await sendRequest("?page=3&per_page=3");
    expect(getIds(thirdPage.body)).toEqual(ids.slice(6));
    expect(thirdPage.headers.get("link")).toBe('</admin/users?page=3&per_page=3>; rel="last"');
    for (const page of ["4", "999999999999999999"]) {
      const response = await sendRequest(`?page=${page}&per_page=3`);
      expect([response.status, response.body.users]).toEqual([200, []]);
      expect(response.headers.get("link")).not.toContain("next");
    }
  });

  test("is filtered by part of the address or full name, taken literally", async () => {
    for (const [filter, expected] of [
      ["LIST_4", [ids[2]]],
      ["person 1", [ids[5]]],
      ["100%", [ids[3]]],
      ["%", [ids[3]]],
      ["_4@", [ids[2]]],
      ["nobody", []],
    ] as const) {
      const response = await sendRequest(`?filter=${encodeURIComponent(filter)}`);
      expect([filter, getIds(response.body)]).toEqual([filter, expected]);
      expect(response.headers.get("x-total-count")).toBe(String(expected.length));
    }
    const filteredPage = await sendRequest("?filter=example&per_page=5");
    expect(filteredPage.headers.get("link")).toContain("filter=example");
  });

  test("is sorted oldest first on request", async () => {
    expect(getIds((await sendRequest("?sort=created_at%20asc")).body)).toEqual([...ids].reverse());
    expect(getIds((await sendRequest("?sort=created_at+desc")).body)).toEqual(ids);
  });

  test("is limited to the requested audience", async () => {
    const response = await listFixture.call("GET", "/admin/users", {
      token,
      headers: { "x-jwt-aud": "other" },
    });
    expect(response.body).toEqual({ users: [], aud: "other" });
  });

  test.each([
    "?page=-1",
    "?page=x",
    "?per_page=-5",
    "?per_page=1.5",
    "?page=1e3",
    "?sort=email%20asc",
    "?sort=created_at%20up",
    "?filter=%00",
  ])("refuses %s", async (query) => {
    expect((await sendRequest(query)).body).toMatchObject({ code: 400, error_code: "validation_failed" });
  });
});
