import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createEdge } from "#server/testing/edge.ts";
import { createHtmlResponse } from "./html-response.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const openEdge = (options: Omit<Parameters<typeof createEdge>[0], "database"> = {}) =>
  createEdge({ database, ...options });

describe("the server", () => {
  test("sends a page in the best encoding that the client accepts, with its length", async () => {
    const page = "<p>a page</p>".repeat(500);
    const { http } = await openEdge({
      pages: async () => new Response(page, { headers: { "Content-Type": "text/html" } }),
    });
    for (const [encoding, decompress] of [
      ["zstd", zstdDecompressSync],
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const response = await http.request("http://site.test/", {
        headers: { "Accept-Encoding": encoding === "zstd" ? "gzip, br, zstd" : encoding },
      });
      const body = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get("Content-Encoding")).toBe(encoding);
      expect(response.headers.get("Content-Length")).toBe(String(body.length));
      expect(decompress(body).toString()).toBe(page);
    }
  });

  test("sends a rendered page's HTML, compressed or not, with its status and headers", async () => {
    const page = "<p>“a page”</p>".repeat(500);
    const { http } = await openEdge({
      pages: async () =>
        createHtmlResponse(page, { status: 404, headers: { "Content-Type": "text/html; charset=utf-8" } }),
    });
    for (const encoding of ["br", "identity"]) {
      const response = await http.request("http://site.test/", { headers: { "Accept-Encoding": encoding } });
      const body = Buffer.from(await response.arrayBuffer());
      expect(response.status).toBe(404);
      expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
      expect(response.headers.get("Content-Length")).toBe(String(body.length));
      expect((encoding === "br" ? brotliDecompressSync(body) : body).toString()).toBe(page);
    }
  });

  test("streams a download without compressing it", async () => {
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    const { http } = await openEdge({
      pages: async () =>
        new Response(
          new ReadableStream<Uint8Array>({
            async start(controller) {
              controller.enqueue(new TextEncoder().encode("first "));
              await gate;
              controller.enqueue(new TextEncoder().encode("second"));
              controller.close();
            },
          }),
          {
            headers: {
              "Content-Type": "application/json",
              "Content-Disposition": 'attachment; filename="my-data.json"',
            },
          },
        ),
    });
    const response = await http.request("http://site.test/settings/data/download", {
      headers: { "Accept-Encoding": "br" },
    });
    expect(response.headers.get("Content-Encoding")).toBeNull();
    let text = "";
    for await (const part of response.body ?? []) {
      text += new TextDecoder().decode(part);
      if (text === "first ") openGate();
    }
    expect(text).toBe("first second");
  });

  test("doesn't compress small responses, or any response for a client that doesn't accept compression", async () => {
    const { http } = await openEdge({
      pages: async () => new Response("x".repeat(5000), { headers: { "Content-Type": "text/html" } }),
    });
    const get = (encoding: string) =>
      http.request("http://site.test/", { headers: { "Accept-Encoding": encoding } });
    expect((await get("identity")).headers.get("Content-Encoding")).toBeNull();
    expect((await get("br;q=0, gzip")).headers.get("Content-Encoding")).toBe("gzip");
    const brotliResponse = await get("gzip, br");
    expect(brotliResponse.headers.get("Vary")).toContain("Accept-Encoding");
    expect(brotliDecompressSync(Buffer.from(await brotliResponse.arrayBuffer())).toString()).toBe(
      "x".repeat(5000),
    );
    const smallEdge = await openEdge({
      pages: async () =>
        new Response("tiny", { headers: { "Content-Type": "text/html", "Content-Length": "4" } }),
    });
    const tinyResponse = await smallEdge.http.request("http://site.test/", {
      headers: { "Accept-Encoding": "br" },
    });
    expect(tinyResponse.headers.get("Content-Encoding")).toBeNull();
  });
});
