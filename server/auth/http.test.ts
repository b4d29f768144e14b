import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "./testing.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.end());

const NEW_VERSION_HEADER = { "x-supabase-api-version": "2024-01-01" };

describe("an error response has", () => {
  test("the old shape for clients that send no version", async () => {
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

  test.each(["2024-01-01", "2025-06-30"])("the new shape for version %s", async (version) => {
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

  test.each(["2023-12-31", "yesterday", "2024-13-01", "9999"])(
    "the old shape for version %s",
    async (version) => {
      const { body } = await fixture.call("GET", "/user", { headers: { "x-supabase-api-version": version } });
      expect(body.error_code).toBe("no_authorization");
    },
  );

  test("the reasons why a password is weak, in both shapes", async () => {
    const body = { email: "weak@example.org", password: "1" };
    const oldResponse = await fixture.call("POST", "/signup", { body });
    const newResponse = await fixture.call("POST", "/signup", { body, headers: NEW_VERSION_HEADER });
    expect(oldResponse.body).toMatchObject({
      error_code: "weak_password",
      weak_password: { reasons: ["length"] },
    });
    expect(newResponse.body).toMatchObject({ code: "weak_password", weak_password: { reasons: ["length"] } });
  });
});

test("only error responses have the version header", async () => {
  const { headers } = await fixture.call("GET", "/health", { headers: NEW_VERSION_HEADER });
  expect(headers.get("x-supabase-api-version")).toBeNull();
});

describe("a request body is refused", () => {
  test.each([
    ["if it is empty", ""],
    ["if it is not JSON", "email=ann"],
    ["if it is truncated", '{"email":'],
    ["if it is a list", "[]"],
    ["if it is null", "null"],
    ["if a string contains NUL", '{"email":"a\\u0000b"}'],
    ["if a key contains NUL", '{"a\\u0000b":1}'],
    ["if a string contains a lone surrogate", '{"data":{"x":"\\ud800"}}'],
    ["if it is nested too deeply", `{"data":${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
  ])("%s", async (_what, body) => {
    for (const path of ["/signup", "/token?grant_type=password", "/token?grant_type=refresh_token"]) {
      const response = await fixture.call("POST", path, { body });
      expect([path, response.status, response.body.error_code]).toEqual([path, 400, "bad_json"]);
    }
  });

  test("if it is larger than a mebibyte", async () => {
    const response = await fixture.call("POST", "/signup", { body: { data: "x".repeat(1024 * 1024) } });
    expect([response.status, response.body.error_code]).toEqual([413, "request_entity_too_large"]);
  });
});

test("unknown fields are ignored, and null means absent", async () => {
  const user = fixture.newUser();
  const { status } = await fixture.call("POST", "/signup", {
    body: {
      email: user.email,
      password: user.password,
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
])("%s %s is refused as unknown, with an error in the protocol's shape", async (method, path) => {
  const response = await fixture.call(method, path);
  expect(response.status).toBe(404);
  expect(response.body).toMatchObject({ code: 404, error_code: "not_found", msg: expect.any(String) });
});

describe("a page on another origin", () => {
  test("can send requests after a preflight with every header that the official client sends", async () => {
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

  test.each(["/health", "/user", "/nothing"])(
    "can read the response to GET %s, including its version and error code headers",
    async (path) => {
      const { headers } = await fixture.call("GET", path, {
        headers: { origin: "https://elsewhere.example" },
      });
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-expose-headers")?.toLowerCase()).toContain("x-supabase-api-version");
      expect(headers.get("access-control-expose-headers")?.toLowerCase()).toContain("x-sb-error-code");
    },
  );
});

describe("the service describes itself with", () => {
  test("its health", async () => {
    const { status, body } = await fixture.call("GET", "/health");
    expect(status).toBe(200);
    expect(body).toEqual({
      version: expect.any(String),
      name: expect.any(String),
      description: expect.any(String),
    });
  });

  test("its settings", async () => {
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
    expect(Object.keys(body.external)).toHaveLength(27);
  });

  test("its health, without a body for HEAD requests", async () => {
    expect(await fixture.call("HEAD", "/health")).toMatchObject({ status: 200, body: null });
  });
});

test("an internal error reveals no details", async () => {
  await fixture.database.pool.query("alter table auth.users rename to hidden");
  const response = await fixture.call("POST", "/token?grant_type=password", {
    body: { email: "ann@example.org", password: "secret" },
  });
  await fixture.database.pool.query("alter table auth.hidden rename to users");
  expect(response.status).toBe(500);
  expect(response.body).toEqual({
    code: 500,
    error_code: "unexpected_failure",
    msg: "Unexpected failure, please check server logs for more information",
    error_id: expect.any(String),
  });
});

test("a request past its deadline gets a retryable error and leaves no partial changes", async () => {
  const shortDeadlineSite = await createAuthFixture({ database: fixture.database, deadlineMs: 150 });
  const { session } = await fixture.register();
  const client = await fixture.database.pool.connect();
  try {
    await client.query("begin");
    await client.query("select from auth.users where id = $1 for update", [session.user.id]);
    const response = await shortDeadlineSite.call("PUT", "/user", {
      token: session.access_token,
      body: { data: { a: 1 } },
    });
    expect(response.status).toBe(504);
    expect(response.body).toMatchObject({ code: 504, error_code: "request_timeout" });
  } finally {
    await client.query("rollback");
    client.release();
  }
  const { body } = await fixture.call("GET", "/user", { token: session.access_token });
  expect(body.user_metadata).not.toHaveProperty("a");
});
