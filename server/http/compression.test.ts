import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, createBrotliDecompress } from "node:zlib";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createEdge } from "#server/testing/edge.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const edge = (setting: Omit<Parameters<typeof createEdge>[0], "database"> = {}) =>
  createEdge({ database, ...setting });

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
    const response = await new Promise<IncomingMessage>((resolve) =>
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
