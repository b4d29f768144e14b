import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { HttpEnvironment } from "./context.ts";
import { staticFiles } from "./static-files.ts";

const SCRIPT = "export const answer = 42;\n".repeat(50);

let folder: string;
let requestCount = 0;
const app = new Hono<HttpEnvironment>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lattice-static-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets", "page-a1.js"), SCRIPT);
  await writeFile(join(folder, "assets", "page-a1.js.gz"), gzipSync(SCRIPT));
  await writeFile(join(folder, "favicon.svg"), "<svg/>");
  app.use(async (c, next) => {
    requestCount += 1;
    c.header("X-Request", String(requestCount));
    await next();
  });
  app.use(staticFiles(folder));
  app.get("/*", (c) => c.text("the page"));
});
afterAll(() => rm(folder, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });

test("a file that was served once is served from memory, with the same headers except Content-Length and those that are new for each response", async () => {
  const gzip = { "Accept-Encoding": "gzip" };
  const first = await get("/assets/page-a1.js", gzip);
  expect(Object.fromEntries(first.headers)).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "gzip",
    "content-type": "text/javascript; charset=utf-8",
    vary: "Accept-Encoding",
  });
  const bytes = new Uint8Array(await first.arrayBuffer());
  expect(bytes).toEqual(new Uint8Array(gzipSync(SCRIPT)));

  await rm(join(folder, "assets", "page-a1.js.gz"));
  const second = await get("/assets/page-a1.js", gzip);
  expect(new Uint8Array(await second.arrayBuffer())).toEqual(bytes);
  const getStableHeaders = ({ headers }: Response) => {
    const { "x-request": _request, "content-length": _length, ...rest } = Object.fromEntries(headers);
    return rest;
  };
  expect(getStableHeaders(second)).toEqual(getStableHeaders(first));
  expect(second.headers.get("X-Request")).not.toBe(first.headers.get("X-Request"));
});

test("uncompressed files, range requests and HEAD requests get correct responses, and missing files are left to the next handler", async () => {
  const plain = await get("/assets/page-a1.js");
  expect([await plain.text(), plain.headers.get("Content-Encoding")]).toEqual([SCRIPT, null]);
  const part = await get("/assets/page-a1.js", { Range: "bytes=0-5" });
  expect([part.status, await part.text()]).toEqual([206, SCRIPT.slice(0, 6)]);
  const head = await app.request("/favicon.svg", { method: "HEAD" });
  expect([head.status, head.headers.get("Content-Length"), await head.text()]).toEqual([200, "6", ""]);
  expect(await (await get("/favicon.svg")).text()).toBe("<svg/>");
  for (const path of ["/assets/missing.js", "/assets/..%2f..%2fetc/passwd", "/other"])
    expect(await (await get(path)).text()).toBe("the page");
});
