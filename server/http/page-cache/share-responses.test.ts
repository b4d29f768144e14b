import { createServer, type Server, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createEdge } from "#server/testing/edge.ts";
import type { PageRequest } from "../pages.ts";

let database: TestDatabase;
/** The edge on its own port, with pages that show everything they know about a request. */
let edge: Awaited<ReturnType<typeof createEdge>>;
let server: Server;
let renderCount = 0;

const PAGES: Record<string, (request: Request, page: PageRequest) => Response | Promise<Response>> = {
  "/uses-client": (_request, page) => {
    page.markShared();
    return createHtml(`by ${page.client().address}`);
  },
  "/fails-halfway": (_request, page) => {
    page.markShared();
    page.markPrivate();
    return createHtml("half");
  },
  "/sets-cookie": (_request, page) => {
    page.markShared();
    return createHtml("cookie", { headers: { "Set-Cookie": "lattice-notice=; Max-Age=0" } });
  },
  "/missing": (_request, page) => {
    page.markShared();
    return createHtml("missing", { status: 404 });
  },
  "/undeclared": () => createHtml("mine"),
};

const createHtml = (text: string, init: ResponseInit = {}) =>
  new Response(text, { ...init, headers: { "Content-Type": "text/html", ...init.headers } });

const renderInputs = (request: Request, page: PageRequest) => {
  page.markShared();
  const shownRequest = { url: request.url, headers: [...request.headers], origin: page.origin };
  return createHtml(`<script nonce="${page.nonce}">own()</script><p>${JSON.stringify(shownRequest)}</p>`);
};

beforeAll(async () => {
  database = await createTestDatabase();
  edge = await createEdge({
    database,
    pages: async (request, page) => {
      renderCount += 1;
      return (PAGES[new URL(request.url).pathname] ?? renderInputs)(request, page);
    },
  });
  edge.app.announcements.start();
  await vi.waitFor(() => expect(edge.app.announcements.isCurrent()).toBe(true), 60_000);
  server = createServer(edge.listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  await new Promise((done) => server.close(done));
  await edge.app.announcements.stop();
  await database.drop();
});

interface TestResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  readonly wasRendered: boolean;
}

/** Uses node:http, because `fetch` doesn't send every header. */
function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<TestResponse> {
  const before = renderCount;
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    send({ port, host: "127.0.0.1", path, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          wasRendered: renderCount > before,
        }),
      );
    })
      .on("error", reject)
      .end();
  });
}

test("the second visitor gets the same response with all its headers, and an unchanged page is not sent again", async () => {
  const first = await get("/forum?first");
  const second = await get("/forum?first");
  expect([first.wasRendered, second.wasRendered]).toEqual([true, false]);
  expect(second.text).toBe(first.text);
  const { "x-request-id": firstId, date: _first, ...firstHeaders } = first.headers;
  const { "x-request-id": secondId, date: _second, ...secondHeaders } = second.headers;
  expect(secondHeaders).toEqual(firstHeaders);
  expect(secondId).not.toBe(firstId);
  expect(secondHeaders).toMatchObject({
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "content-length": String(first.text.length),
  });
  const notModified = await get("/forum?first", { "if-none-match": String(first.headers.etag) });
  expect([notModified.status, notModified.text, notModified.headers["content-length"]]).toEqual([
    304,
    "",
    undefined,
  ]);
  expect(notModified.headers["content-security-policy"]).toBe(first.headers["content-security-policy"]);
  const head = await get("/forum?first", {}, "HEAD");
  expect([head.status, head.text, head.headers["content-length"]]).toEqual([
    200,
    "",
    String(first.text.length),
  ]);
});

test("the page's own scripts are allowed by hash, and no nonce is shared", async () => {
  const { headers, text } = await get("/forum?scripts");
  expect(headers["content-security-policy"]).toMatch(/script-src 'sha256-[\w+/]{43}=' 'strict-dynamic';/);
  expect(text).toContain("<script>own()</script>");
  expect(text).not.toContain("nonce");
});

test("a page is rendered for each visitor if it uses the client's data, partly fails, sets a cookie, is missing or isn't declared shared", async () => {
  for (const path of Object.keys(PAGES)) {
    await get(path);
    const second = await get(path);
    expect(second.wasRendered, path).toBe(true);
    expect(second.headers.etag, path).toBeUndefined();
  }
});

test("hostile headers that a visitor sends don't appear in others' responses", async () => {
  const names = fc.constantFrom(
    "cookie",
    "host",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-forwarded-for",
    "x-original-url",
    "x-rewrite-url",
    "x-http-method-override",
    "forwarded",
    "origin",
    "referer",
    "user-agent",
    "accept-language",
    "accept",
    "x-request-id",
    "if-none-match",
    "sec-purpose",
    "x-remix-replace",
  );
  const values = fc.constantFrom(
    "poison.test",
    "poison",
    "lattice-notice=poison",
    "sb-poison-auth-token=poison",
    "theme=poison",
    "http://poison.test/forum?poison=1",
    "<script>poison</script>",
  );
  let runNumber = 0;
  await fc.assert(
    fc.asyncProperty(fc.dictionary(names, values, { minKeys: 1, maxKeys: 6 }), async (headers) => {
      runNumber += 1;
      const path = `/forum?turn=${runNumber}`;
      await get(path, headers);
      const { text, headers: ownHeaders, status } = await get(path);
      expect(status).toBe(200);
      expect(text).not.toContain("poison");
      expect(JSON.stringify(ownHeaders)).not.toContain("poison");
    }),
    { numRuns: 150 },
  );
});

test("themes aren't mixed up, and a page with a notice isn't shown to others", async () => {
  const lightPage = await get("/forum?theme", { cookie: "theme=light" });
  const defaultPage = await get("/forum?theme");
  expect(lightPage.text).toContain("theme=light");
  expect(defaultPage.wasRendered).toBe(true);
  expect(defaultPage.text).not.toContain("theme=light");
  expect((await get("/forum?theme", { cookie: "theme=light" })).text).toBe(lightPage.text);
  const noticePage = await get("/forum?theme", { cookie: "lattice-notice=saved" });
  expect(noticePage.wasRendered).toBe(true);
  expect(noticePage.text).toContain("lattice-notice=saved");
  expect((await get("/forum?theme")).text).toBe(defaultPage.text);
});

test("concurrent requests from visitors share one rendering", async () => {
  const before = renderCount;
  const responses = await Promise.all(Array.from({ length: 20 }, () => get("/forum?together")));
  expect(renderCount - before).toBe(1);
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
});

test("views of cached pages are counted", async () => {
  const { views } = edge.app.analytics;
  await views.write();
  const countViews = async () =>
    Number(
      (
        await database.pool.query<{ amount: string }>(
          "select coalesce(sum(amount), 0) as amount from activity_pending where name = 'page_views'",
        )
      ).rows[0]?.amount,
    );
  const before = await countViews();
  const browser = { "user-agent": "Mozilla/5.0 Firefox/146.0" };
  for (let runNumber = 0; runNumber < 3; runNumber += 1) await get("/forum", browser);
  await views.write();
  expect((await countViews()) - before).toBe(3);
  const { text } = await get("/metrics");
  expect(Number(/^lattice_page_cache_hits_total (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(3);
  expect(Number(/^lattice_page_cache_misses_total (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(3);
  expect(Number(/^lattice_page_cache_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(1000);
});

test("a CDN may cache shared pages for the configured time if they are requested without cookies, and no other pages", async () => {
  const { http } = await createEdge({
    database,
    environment: { CDN_MAX_AGE: "30" },
    pages: async (request, page) => (PAGES[new URL(request.url).pathname] ?? renderInputs)(request, page),
  });
  const getCacheControl = async (path: string, headers: Record<string, string> = {}) =>
    (await http.request(`http://site.test${path}`, { headers })).headers.get("Cache-Control");
  expect(await getCacheControl("/forum")).toBe("public, max-age=0, s-maxage=30, stale-while-revalidate=30");
  for (const cookie of ["theme=light", "lattice-notice=saved", "sb-lattice-auth-token=abc"])
    expect(await getCacheControl("/forum", { Cookie: cookie }), cookie).toBe("private, no-cache");
  for (const path of Object.keys(PAGES)) expect(await getCacheControl(path), path).toBe("private, no-cache");
});
