import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AUTH_ROUTES } from "#server/auth/index.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createEdge } from "#server/testing/edge.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const openEdge = (options: Omit<Parameters<typeof createEdge>[0], "database"> = {}) =>
  createEdge({ database, ...options });

describe("the mount table", () => {
  test("lists every mounted route with its access rule and the reason", async () => {
    const { http, mounts } = await openEdge();
    const middlewarePaths = new Set(["/*"]);
    const unlistedRoutes = http.routes.filter(
      ({ method, path }) =>
        !mounts.some(
          (mount) => path === mount.path || ("app" in mount.mount && path.startsWith(mount.path)),
        ) && !(method === "ALL" && middlewarePaths.has(path)),
    );
    expect(unlistedRoutes).toEqual([]);
    for (const mount of mounts) {
      expect(["public", "guarded", "pages"]).toContain(mount.access);
      expect(mount.reason.length).toBeGreaterThan(10);
    }
  });

  test("guards the routes of the auth protocol, except those marked public", async () => {
    const { http } = await openEdge();
    for (const { method, path, access } of AUTH_ROUTES) {
      const response = await http.request(`http://site.test/auth/v1${path}`, {
        method,
        ...(method === "GET" ? {} : { body: "{}", headers: { "Content-Type": "application/json" } }),
      });
      if (access === "public") expect(response.status, `${method} ${path}`).not.toBe(401);
      else expect(response.status, `${method} ${path}`).toBe(401);
    }
  });
});

describe("headers:", () => {
  test("each response has its own CSP nonce and request ID", async () => {
    const { http } = await openEdge();
    const first = await http.request("http://site.test/");
    const second = await http.request("http://site.test/");
    const readNonce = (response: Response) =>
      /'nonce-([\w-]+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")?.[1];
    expect(readNonce(first)).toMatch(/^[\w-]{20,}$/);
    expect(readNonce(first)).not.toBe(readNonce(second));
    expect(first.headers.get("X-Request-Id")).not.toBe(second.headers.get("X-Request-Id"));
    expect(first.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(first.headers.get("X-Frame-Options")).toBe("DENY");
    expect(first.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(first.headers.get("Strict-Transport-Security")).toBeNull();
  });

  test("a page handler's response is private unless it has its own Cache-Control header", async () => {
    const { http } = await openEdge({ pages: async () => new Response("[]") });
    const response = await http.request("http://site.test/create.data");
    expect(response.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(response.headers.get("Vary")).toMatch(/\bCookie\b/);
    const { http: httpWithOwnHeader } = await openEdge({
      pages: async () => new Response("[]", { headers: { "Cache-Control": "private, max-age=60" } }),
    });
    const ownResponse = await httpWithOwnHeader.request("http://site.test/create/similar");
    expect(ownResponse.headers.get("Cache-Control")).toBe("private, max-age=60");
  });

  test("over https, HSTS is sent", async () => {
    const { http } = await openEdge({ environment: { PUBLIC_URL: "https://site.test" } });
    const response = await http.request("http://site.test/");
    // The header doesn't have includeSubDomains, because subdomains may belong to others.
    expect(response.headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
  });

  test("a request ID is accepted only from a trusted proxy", async () => {
    const headers = { "X-Request-Id": "from-outside" };
    const directResponse = await (await openEdge()).http.request("http://site.test/", { headers });
    expect(directResponse.headers.get("X-Request-Id")).not.toBe("from-outside");
    const proxiedResponse = await (await openEdge({ environment: { TRUST_PROXY: "1" } })).http.request(
      "http://site.test/",
      { headers },
    );
    expect(proxiedResponse.headers.get("X-Request-Id")).toBe("from-outside");
  });
});

test("an avatar is drawn for any name, regardless of its characters", async () => {
  const { http } = await openEdge();
  for (const name of ["ann.svg", "%25", "%E0%A4%A", "100%25.svg"]) {
    const response = await http.request(`http://site.test/avatars/${name}`);
    expect(response.status, name).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("image/svg+xml");
  }
});

describe("errors:", () => {
  test("a bug shows a generic message and the request ID, never the cause", async () => {
    const { http } = await openEdge({
      pages: async () => {
        throw new Error("the secret is 1234");
      },
    });
    const response = await http.request("http://site.test/", { headers: { Accept: "text/html" } });
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).toContain(response.headers.get("X-Request-Id"));
    expect(text).not.toContain("1234");
  });

  test("a request that times out gets a 504, and its statement is canceled in the database", async () => {
    const { http } = await openEdge({
      deadlineMs: 300,
      pages: async () => {
        await database.db.execute(sql`select pg_sleep(60), 'cancel me'`);
        return new Response("late");
      },
    });
    const response = await http.request("http://site.test/", { headers: { Accept: "text/html" } });
    expect(response.status).toBe(504);
    expect(await response.text()).toContain("This request timed out.");
    await expect
      .poll(async () => {
        const { rows } = await database.pool.query(
          "select 1 from pg_stat_activity where state = 'active' and query like '%cancel me%' and pid <> pg_backend_pid()",
        );
        return rows.length;
      })
      .toBe(0);
  });

  test("an unreachable database is reported as JSON to API clients and as a page to browsers", async () => {
    const connectionError = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    const { http } = await openEdge({
      pages: async () => {
        throw new Error("Failed query", { cause: connectionError });
      },
    });
    const apiResponse = await http.request("http://site.test/");
    expect(apiResponse.status).toBe(503);
    expect(apiResponse.headers.get("Retry-After")).toBe("5");
    expect(await apiResponse.json()).toMatchObject({ error: { code: "database_unavailable" } });
    const pageResponse = await http.request("http://site.test/", { headers: { Accept: "text/html" } });
    expect(await pageResponse.text()).toContain("having trouble right now.");
  });

  test("a page that reports an unavailable database says when to try again", async () => {
    const { http } = await openEdge({ pages: async () => new Response("<html>", { status: 503 }) });
    expect((await http.request("http://site.test/")).headers.get("Retry-After")).toBe("5");
  });
});

describe("health and metrics:", () => {
  test("a stopping process is healthy but not ready", async () => {
    const runningApp = (await openEdge()).http;
    expect((await runningApp.request("http://site.test/readyz")).status).toBe(200);
    const stoppingApp = (await openEdge({ isStopping: true })).http;
    expect((await stoppingApp.request("http://site.test/healthz")).status).toBe(200);
    expect((await stoppingApp.request("http://site.test/readyz")).status).toBe(503);
  });

  test("metrics require the token, or a local request if no token is set", async () => {
    const guardedApp = (await openEdge({ environment: { METRICS_TOKEN: "a-long-token" } })).http;
    const requestMetrics = (token?: string) =>
      guardedApp.request(
        "http://site.test/metrics",
        token ? { headers: { Authorization: `Bearer ${token}` } } : {},
      );
    expect((await requestMetrics()).status).toBe(404);
    expect((await requestMetrics("another-token")).status).toBe(404);
    const response = await requestMetrics("a-long-token");
    expect(await response.text()).toContain("lattice_http_request_duration_seconds");

    const unprotectedApp = (await openEdge()).http;
    const requestFrom = (remoteAddress: string, headers = {}, host = "127.0.0.1:3000") =>
      unprotectedApp.request(
        `http://${host}/metrics`,
        { headers },
        { incoming: { socket: { remoteAddress } } },
      );
    expect((await requestFrom("127.0.0.1")).status).toBe(200);
    expect((await requestFrom("192.0.2.7")).status).toBe(404);
    expect((await requestFrom("127.0.0.1", { "X-Forwarded-For": "192.0.2.7" })).status).toBe(404);
    expect((await requestFrom("::1", {}, "[::1]:3000")).status).toBe(200);
    expect((await requestFrom("127.0.0.1", {}, "localhost")).status).toBe(200);
    // An attacker has pointed this hostname at this machine.
    expect((await requestFrom("127.0.0.1", {}, "rebound.test:3000")).status).toBe(404);
    expect((await requestFrom("127.0.0.1", {}, "127.0.0.1.rebound.test")).status).toBe(404);
  });
});
