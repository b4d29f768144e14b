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

const edge = (setting: Omit<Parameters<typeof createEdge>[0], "database"> = {}) =>
  createEdge({ database, ...setting });

describe("the mount table", () => {
  test("names every mounted route, and says of each who is let in and why", async () => {
    const { http, mounts } = await edge();
    const middleware = new Set(["/*"]);
    const unnamed = http.routes.filter(
      ({ method, path }) =>
        !mounts.some(
          (mount) => path === mount.path || ("app" in mount.mount && path.startsWith(mount.path)),
        ) && !(method === "ALL" && middleware.has(path)),
    );
    expect(unnamed).toEqual([]);
    for (const mount of mounts) {
      expect(["public", "guarded", "pages"]).toContain(mount.access);
      expect(mount.because.length).toBeGreaterThan(10);
    }
  });

  test("a route of the auth protocol is guarded unless it is marked public", async () => {
    const { http } = await edge();
    for (const { method, path, access } of AUTH_ROUTES) {
      const answer = await http.request(`http://site.test/auth/v1${path}`, {
        method,
        ...(method === "GET" ? {} : { body: "{}", headers: { "Content-Type": "application/json" } }),
      });
      if (access === "public") expect(answer.status, `${method} ${path}`).not.toBe(401);
      else expect(answer.status, `${method} ${path}`).toBe(401);
    }
  });
});

describe("headers", () => {
  test("each answer has a policy with a nonce of its own and a request id", async () => {
    const { http } = await edge();
    const one = await http.request("http://site.test/");
    const two = await http.request("http://site.test/");
    const nonce = (answer: Response) =>
      /'nonce-([\w-]+)'/.exec(answer.headers.get("Content-Security-Policy") ?? "")?.[1];
    expect(nonce(one)).toMatch(/^[\w-]{20,}$/);
    expect(nonce(one)).not.toBe(nonce(two));
    expect(one.headers.get("X-Request-Id")).not.toBe(two.headers.get("X-Request-Id"));
    expect(one.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(one.headers.get("X-Frame-Options")).toBe("DENY");
    expect(one.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(one.headers.get("Strict-Transport-Security")).toBeNull();
  });

  test("what pages answer is for nobody but who asked, their data and redirects too", async () => {
    const { http } = await edge({ pages: async () => new Response("[]") });
    const answer = await http.request("http://site.test/create.data");
    expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(answer.headers.get("Vary")).toMatch(/\bCookie\b/);
    const { http: own } = await edge({
      pages: async () => new Response("[]", { headers: { "Cache-Control": "private, max-age=60" } }),
    });
    const chosen = await own.request("http://site.test/create/similar");
    expect(chosen.headers.get("Cache-Control")).toBe("private, max-age=60");
  });

  test("an avatar is drawn for every name, whatever signs are in it", async () => {
    const { http } = await edge();
    for (const name of ["ann.svg", "%25", "%E0%A4%A", "100%25.svg"]) {
      const answer = await http.request(`http://site.test/avatars/${name}`);
      expect(answer.status, name).toBe(200);
      expect(answer.headers.get("Content-Type")).toBe("image/svg+xml");
    }
  });

  test("over https the browser is told to stay there", async () => {
    const { http } = await edge({ environment: { PUBLIC_URL: "https://site.test" } });
    const answer = await http.request("http://site.test/");
    // For this host alone: its subdomains may be other people's.
    expect(answer.headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
  });

  test("a request id is taken over from a trusted proxy only", async () => {
    const headers = { "X-Request-Id": "from-outside" };
    const untrusting = await (await edge()).http.request("http://site.test/", { headers });
    expect(untrusting.headers.get("X-Request-Id")).not.toBe("from-outside");
    const trusting = await (await edge({ environment: { TRUST_PROXY: "1" } })).http.request(
      "http://site.test/",
      { headers },
    );
    expect(trusting.headers.get("X-Request-Id")).toBe("from-outside");
  });
});

describe("trouble", () => {
  test("a bug is answered with a general sentence and the request's id, never with its cause", async () => {
    const { http } = await edge({
      pages: async () => {
        throw new Error("the secret is 1234");
      },
    });
    const answer = await http.request("http://site.test/", { headers: { Accept: "text/html" } });
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(text).toContain(answer.headers.get("X-Request-Id"));
    expect(text).not.toContain("1234");
  });

  test("a request beyond its time is answered with 504 and its statement is cancelled in the database", async () => {
    const { http } = await edge({
      deadlineMs: 300,
      pages: async () => {
        await database.db.execute(sql`select pg_sleep(60), 'cancel me'`);
        return new Response("late");
      },
    });
    const answer = await http.request("http://site.test/", { headers: { Accept: "text/html" } });
    expect(answer.status).toBe(504);
    expect(await answer.text()).toContain("This took too long and was stopped.");
    await expect
      .poll(async () => {
        const { rows } = await database.pool.query(
          "select 1 from pg_stat_activity where state = 'active' and query like '%cancel me%' and pid <> pg_backend_pid()",
        );
        return rows.length;
      })
      .toBe(0);
  });

  test("a database that is away is said to be away, as JSON to programs and as a page to people", async () => {
    const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    const { http } = await edge({
      pages: async () => {
        throw new Error("Failed query", { cause: refused });
      },
    });
    const asProgram = await http.request("http://site.test/");
    expect(asProgram.status).toBe(503);
    expect(asProgram.headers.get("Retry-After")).toBe("5");
    expect(await asProgram.json()).toMatchObject({ error: { code: "database_unavailable" } });
    const asPerson = await http.request("http://site.test/", { headers: { Accept: "text/html" } });
    expect(await asPerson.text()).toContain("The database cannot be reached right now.");
  });
});

describe("health and metrics", () => {
  test("a stopping program is alive and not ready", async () => {
    const running = (await edge()).http;
    expect((await running.request("http://site.test/readyz")).status).toBe(200);
    const stopping = (await edge({ stopping: true })).http;
    expect((await stopping.request("http://site.test/healthz")).status).toBe(200);
    expect((await stopping.request("http://site.test/readyz")).status).toBe(503);
  });

  test("metrics are for the token's holder, or for this machine alone", async () => {
    const guarded = (await edge({ environment: { METRICS_TOKEN: "a-long-token" } })).http;
    const ask = (token?: string) =>
      guarded.request(
        "http://site.test/metrics",
        token ? { headers: { Authorization: `Bearer ${token}` } } : {},
      );
    expect((await ask()).status).toBe(404);
    expect((await ask("another-token")).status).toBe(404);
    const answer = await ask("a-long-token");
    expect(await answer.text()).toContain("lattice_http_request_duration_seconds");

    const open = (await edge()).http;
    const from = (remoteAddress: string, headers = {}, host = "127.0.0.1:3000") =>
      open.request(`http://${host}/metrics`, { headers }, { incoming: { socket: { remoteAddress } } });
    expect((await from("127.0.0.1")).status).toBe(200);
    expect((await from("192.0.2.7")).status).toBe(404);
    expect((await from("127.0.0.1", { "X-Forwarded-For": "192.0.2.7" })).status).toBe(404);
    expect((await from("::1", {}, "[::1]:3000")).status).toBe(200);
    expect((await from("127.0.0.1", {}, "localhost")).status).toBe(200);
    // A name that somebody pointed at this machine.
    expect((await from("127.0.0.1", {}, "rebound.test:3000")).status).toBe(404);
    expect((await from("127.0.0.1", {}, "127.0.0.1.rebound.test")).status).toBe(404);
  });
});
