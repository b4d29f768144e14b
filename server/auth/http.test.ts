import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "./testing.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.end());

const NEW = { "x-supabase-api-version": "2024-01-01" };

describe("an error has", () => {
  test("the old shape for callers that name no version", async () => {
    const { status, body, headers } = await fixture.call("GET", "/user");
    expect(status).toBe(401);
    expect(body).toEqual({
      code: 401,
      error_code: "no_authorization",
      msg: "This endpoint requires a valid Bearer token",
    });
    expect(headers.get("x-sb-error-code")).toBe("no_authorization");
    expect(headers.get("x-supabase-api-version")).toBeNull();
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test.each(["2024-01-01", "2025-06-30"])("the new shape for callers of %s", async (version) => {
    const { status, body, headers } = await fixture.call("GET", "/user", {
      headers: { "x-supabase-api-version": version },
    });
    expect(status).toBe(401);
    expect(body).toEqual({
      code: "no_authorization",
      message: "This endpoint requires a valid Bearer token",
    });
    expect(headers.get("x-sb-error-code")).toBe("no_authorization");
    expect(headers.get("x-supabase-api-version")).toBe("2024-01-01");
  });

  test.each(["2023-12-31", "yesterday", "2024-13-01", "9999"])("the old shape for %s", async (version) => {
    const { body } = await fixture.call("GET", "/user", { headers: { "x-supabase-api-version": version } });
    expect(body.error_code).toBe("no_authorization");
  });

  test("the reasons of a weak password in both shapes", async () => {
    const body = { email: "weak@example.org", password: "1" };
    const old = await fixture.call("POST", "/signup", { body });
    const now = await fixture.call("POST", "/signup", { body, headers: NEW });
    expect(old.body).toMatchObject({ error_code: "weak_password", weak_password: { reasons: ["length"] } });
    expect(now.body).toMatchObject({ code: "weak_password", weak_password: { reasons: ["length"] } });
  });
});

test("only errors echo the version", async () => {
  const { headers } = await fixture.call("GET", "/health", { headers: NEW });
  expect(headers.get("x-supabase-api-version")).toBeNull();
});

describe("a body is refused", () => {
  test.each([
    ["when there is none", ""],
    ["when it is no JSON", "email=ann"],
    ["when it is cut off", '{"email":'],
    ["when it is a list", "[]"],
    ["when it is null", "null"],
    ["when a text holds NUL", '{"email":"a\\u0000b"}'],
    ["when a key holds NUL", '{"a\\u0000b":1}'],
    ["when a text holds half a surrogate pair", '{"data":{"x":"\\ud800"}}'],
    ["when it is nested without end", `{"data":${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
  ])("%s", async (_what, body) => {
    for (const path of ["/signup", "/token?grant_type=password", "/token?grant_type=refresh_token"]) {
      const answer = await fixture.call("POST", path, { body });
      expect([path, answer.status, answer.body.error_code]).toEqual([path, 400, "bad_json"]);
    }
  });

  test("when it is larger than a mebibyte", async () => {
    const answer = await fixture.call("POST", "/signup", { body: { data: "x".repeat(1024 * 1024) } });
    expect([answer.status, answer.body.error_code]).toEqual([413, "request_entity_too_large"]);
  });
});

test("what the client sends besides is ignored, and a null is the same as nothing", async () => {
  const person = fixture.person();
  const { status } = await fixture.call("POST", "/signup", {
    body: {
      email: person.email,
      password: person.password,
      phone: null,
      data: null,
      gotrue_meta_security: { captcha_token: null },
      code_challenge: null,
      code_challenge_method: null,
      options: {},
      constructor: 1,
    },
    headers: { authorization: "Bearer rubbish" },
  });
  expect(status).toBe(200);
});

test.each([
  ["GET", "/nothing"],
  ["POST", "/user/nothing"],
  ["GET", "/signup"],
  ["DELETE", "/token"],
  ["POST", "/"],
])("%s %s is not there, and says so in the protocol's shape", async (method, path) => {
  const answer = await fixture.call(method, path);
  expect(answer.status).toBe(404);
  expect(answer.body).toMatchObject({ code: 404, error_code: "unknown", msg: expect.any(String) });
});

describe("a page of another origin", () => {
  test("may call, after asking with every header the client sends", async () => {
    const { status, headers } = await fixture.call("OPTIONS", "/token", {
      headers: {
        origin: "https://elsewhere.example",
        "access-control-request-method": "POST",
        "access-control-request-headers":
          "authorization,apikey,content-type,x-client-info,x-supabase-api-version",
      },
    });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"])
      expect(headers.get("access-control-allow-methods")).toContain(method);
    for (const name of ["authorization", "apikey", "content-type", "x-client-info", "x-supabase-api-version"])
      expect(headers.get("access-control-allow-headers")).toContain(name);
  });

  test.each(["/health", "/user", "/nothing"])("may read %s with the version and the code", async (path) => {
    const { headers } = await fixture.call("GET", path, { headers: { origin: "https://elsewhere.example" } });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-expose-headers")?.toLowerCase()).toContain("x-supabase-api-version");
    expect(headers.get("access-control-expose-headers")?.toLowerCase()).toContain("x-sb-error-code");
  });
});

describe("the service describes itself", () => {
  test("by its health", async () => {
    const { status, body } = await fixture.call("GET", "/health");
    expect(status).toBe(200);
    expect(body).toEqual({
      version: expect.any(String),
      name: expect.any(String),
      description: expect.any(String),
    });
  });

  test("by its settings", async () => {
    const { body } = await fixture.call("GET", "/settings");
    expect(body).toMatchObject({
      external: { email: true, phone: false, anonymous_users: false, github: false, zoom: false },
      disable_signup: false,
      mailer_autoconfirm: true,
      phone_autoconfirm: false,
      sms_provider: "",
      saml_enabled: false,
      passkeys_enabled: false,
    });
    expect(Object.keys(body.external)).toHaveLength(26);
  });

  test("to a HEAD request as well", async () => {
    expect(await fixture.call("HEAD", "/health")).toMatchObject({ status: 200, body: null });
  });
});

test("a failure of ours is told as nothing but that", async () => {
  await fixture.database.pool.query("alter table auth.users rename to hidden");
  const answer = await fixture.call("POST", "/token?grant_type=password", {
    body: { email: "ann@example.org", password: "secret" },
  });
  await fixture.database.pool.query("alter table auth.hidden rename to users");
  expect(answer.status).toBe(500);
  expect(answer.body).toEqual({
    code: 500,
    error_code: "unexpected_failure",
    msg: "Unexpected failure, please check server logs for more information",
    error_id: expect.any(String),
  });
});

test("a call beyond its time is told to come again, and leaves nothing half done", async () => {
  const hasty = await createAuthFixture({ database: fixture.database, deadlineMilliseconds: 150 });
  const { session } = await fixture.register();
  const client = await fixture.database.pool.connect();
  try {
    await client.query("begin");
    await client.query("select from auth.users where id = $1 for update", [session.user.id]);
    const answer = await hasty.call("PUT", "/user", {
      token: session.access_token,
      body: { data: { a: 1 } },
    });
    expect(answer.status).toBe(504);
    expect(answer.body).toMatchObject({ code: 504, error_code: "request_timeout" });
  } finally {
    await client.query("rollback");
    client.release();
  }
  const { body } = await fixture.call("GET", "/user", { token: session.access_token });
  expect(body.user_metadata).not.toHaveProperty("a");
});
