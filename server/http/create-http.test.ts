import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, createBrotliDecompress } from "node:zlib";
import { getRequestListener } from "@hono/node-server";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "#server/app.ts";
import { AUTH_ROUTES } from "#server/auth/index.ts";
import { readConfig } from "#server/config.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createLog } from "#server/platform/log.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createHttp, type PageHandler } from "./create-http.ts";

const log = createLog("silent");
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Setting {
  readonly environment?: Record<string, string>;
  readonly pages?: PageHandler;
  readonly stopping?: boolean;
  readonly deadlineMs?: number;
}

async function edge({ environment = {}, pages, stopping = false, deadlineMs }: Setting = {}) {
  const config = readConfig({ PUBLIC_URL: "http://site.test", ...environment });
  const app = await buildApp({ config, database, log, clock: systemClock, hasDemo: false });
  return createHttp({
    app,
    config,
    database,
    log,
    pages: pages ?? (async () => new Response("<p>page</p>", { headers: { "Content-Type": "text/html" } })),
    clientFolder: null,
    isStopping: () => stopping,
    ...(deadlineMs ? { deadlineMs } : {}),
  });
}

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
    expect(answer.headers.get("Strict-Transport-Security")).toContain("max-age=31536000");
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

describe("writes", () => {
  const post = async (headers: Record<string, string>, environment: Record<string, string> = {}) => {
    const { http } = await edge({ environment });
    const answer = await http.request("http://site.test/forum", {
      method: "POST",
      body: "a=b",
      headers: { ...FORM, ...headers },
    });
    return answer.status;
  };

  test("from another site are refused, from ours accepted", async () => {
    expect(await post({ Origin: "http://site.test", Cookie: "a=b" })).toBe(200);
    expect(await post({ Origin: "http://evil.test", Cookie: "a=b" })).toBe(403);
    expect(await post({ Origin: "http://site.test.evil.test", Cookie: "a=b" })).toBe(403);
    expect(await post({ Origin: "null", Cookie: "a=b" })).toBe(403);
    expect(await post({ Origin: "https://site.test:8443", Cookie: "a=b" })).toBe(403);
  });

  test("without an origin pass only when no cookie could be misused or the browser vouches", async () => {
    expect(await post({ Cookie: "a=b" })).toBe(403);
    expect(await post({ Cookie: "a=b", "Sec-Fetch-Site": "cross-site" })).toBe(403);
    expect(await post({ Cookie: "a=b", "Sec-Fetch-Site": "same-origin" })).toBe(200);
    expect(await post({})).toBe(200);
  });

  test("behind a proxy that ends TLS are accepted under the address that the browser shows", async () => {
    const behind = { PUBLIC_URL: "https://site.test", TRUST_PROXY: "1" };
    expect(
      await post({ Origin: "https://site.test", Cookie: "a=b", "X-Forwarded-Proto": "https" }, behind),
    ).toBe(200);
    expect(
      await post({ Origin: "http://evil.test", Cookie: "a=b", "X-Forwarded-Proto": "https" }, behind),
    ).toBe(403);
  });

  test("know the forwarded host they were sent to, and no host that is none", async () => {
    const { http } = await edge({
      environment: { PUBLIC_URL: "https://site.test", TRUST_PROXY: "1" },
      pages: async (_request, { origin }) => new Response(origin),
    });
    const originFor = async (host: string) => {
      const headers = { "X-Forwarded-Host": host, "X-Forwarded-Proto": "https" };
      return (await http.request("http://inside.test/", { headers })).text();
    };
    expect(await originFor("site.test")).toBe("https://site.test");
    expect(await originFor("other.test, [2001:db8::1]:8443")).toBe("https://[2001:db8::1]:8443");
    for (const host of ["a b", "site.test/x", "evil.test#", "user@evil.test", "\u00e4"]) {
      expect(await originFor(host), host).toBe("https://inside.test");
    }
  });

  test("of more than a megabyte are refused, with or without a stated length", async () => {
    const { http } = await edge({
      pages: async (request) => new Response(String((await request.text()).length)),
    });
    const body = "x".repeat(1024 * 1024 + 1);
    const stated = await http.request("http://site.test/forum", {
      method: "POST",
      body,
      headers: FORM,
    });
    expect(stated.status).toBe(413);
    const part = `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${body}\r\n--b--\r\n`;
    for (const [type, text] of [
      ["application/x-www-form-urlencoded", body],
      ["multipart/form-data; boundary=b", part],
    ] as const) {
      const streamed = await http.request(
        new Request("http://site.test/forum", {
          method: "POST",
          body: new Blob([text]).stream(),
          headers: { "Content-Type": type },
          duplex: "half",
        } as RequestInit),
      );
      expect(streamed.status, type).toBe(413);
    }
  });

  test("whose body is no form are told so and reach no action; a form arrives whole", async () => {
    const { http } = await edge({
      pages: async (request) => new Response(String((await request.formData()).get("a"))),
    });
    const send = (type: string, body: BodyInit | null) =>
      http.request("http://site.test/theme", { method: "POST", body, headers: { "Content-Type": type } });
    for (const [type, body] of [
      ["text/plain", "a=b"],
      ["application/json", "{}"],
      ["", null],
      ["multipart/form-data", "a=b"],
      ["multipart/form-data; boundary=b", "no part of it"],
    ] as const) {
      const answer = await send(type, body);
      expect(answer.status, type).toBe(422);
      expect(await answer.text()).toContain("What was sent is not a form.");
    }
    expect(await (await send("application/x-www-form-urlencoded; charset=UTF-8", "a=b")).text()).toBe("b");
    const parts = new FormData();
    parts.set("a", "b");
    const answer = await http.request("http://site.test/theme", { method: "POST", body: parts });
    expect(await answer.text()).toBe("b");
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

describe("compression", () => {
  let server: Server;
  let address: string;
  let release: () => void = () => {};

  beforeAll(async () => {
    const { http } = await edge({
      pages: async () => {
        const gate = new Promise<void>((open) => {
          release = open;
        });
        const stream = new ReadableStream<Uint8Array>({
          async start(controller) {
            controller.enqueue(new TextEncoder().encode("first "));
            await gate;
            controller.enqueue(new TextEncoder().encode("second"));
            controller.close();
          },
        });
        return new Response(stream, { headers: { "Content-Type": "text/html" } });
      },
    });
    server = createServer(getRequestListener(http.fetch));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((done) => server.close(done)));

  test("does not hold back a streamed page: its first part is readable before its second is made", async () => {
    const { request } = await import("node:http");
    const response = await new Promise<import("node:http").IncomingMessage>((resolve) =>
      request(`${address}/`, { headers: { "Accept-Encoding": "br" } }, resolve).end(),
    );
    expect(response.headers["content-encoding"]).toBe("br");
    const plain = response.pipe(createBrotliDecompress());
    let text = "";
    for await (const chunk of plain) {
      text += String(chunk);
      if (text === "first ") release();
    }
    expect(text).toBe("first second");
  });

  test("is left out for clients that do not take it and for small answers", async () => {
    const { http } = await edge({
      pages: async () => new Response("x".repeat(5000), { headers: { "Content-Type": "text/html" } }),
    });
    const get = (encoding: string) =>
      http.request("http://site.test/", { headers: { "Accept-Encoding": encoding } });
    expect((await get("identity")).headers.get("Content-Encoding")).toBeNull();
    expect((await get("br;q=0, gzip")).headers.get("Content-Encoding")).toBe("gzip");
    const brotli = await get("gzip, br");
    expect(brotli.headers.get("Vary")).toContain("Accept-Encoding");
    expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).toBe("x".repeat(5000));
    const small = await edge({
      pages: async () =>
        new Response("tiny", { headers: { "Content-Type": "text/html", "Content-Length": "4" } }),
    });
    const tiny = await small.http.request("http://site.test/", { headers: { "Accept-Encoding": "br" } });
    expect(tiny.headers.get("Content-Encoding")).toBeNull();
  });
});
