import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { problem, serve, serveRaw } from "./safe-fetch.fixture.ts";
import { createSafeFetch } from "./safe-fetch.ts";

const fetchUrl = createSafeFetch({ allowPrivate: true });

test("the result has the status, headers and final URL", async () => {
  const origin = await serve((request, response) => {
    if (request.url === "/old") return response.writeHead(301, { location: "/new?a=b" }).end();
    response
      .writeHead(404, { etag: '"1"' })
      .end(`${request.method} ${request.url} ${request.headers["if-none-match"]}`);
  });
  const response = await fetchUrl(`${origin}/old`, { headers: { "If-None-Match": '"0"' } });
  expect(response).toMatchObject({ url: `${origin}/new?a=b`, status: 404, headers: { etag: '"1"' } });
  expect(response.body.toString()).toBe('GET /new?a=b "0"');
});

test("a POST sends its body, and its redirects are not followed", async () => {
  const origin = await serve(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    response.writeHead(307, { location: "/elsewhere" }).end(`${request.method} ${body}`);
  });
  const response = await fetchUrl(origin, { method: "POST", body: "héllo" });
  expect(response).toMatchObject({ status: 307 });
  expect(response.body.toString()).toBe("POST héllo");
});

/** Sends `bytes` repeatedly until the client disconnects. */
function sendEndlessly(response: ServerResponse, bytes: Buffer): void {
  const writeMore = () => {
    while (response.writable && response.write(bytes));
  };
  response.on("drain", writeMore).on("error", () => {});
  writeMore();
}

describe("bodies:", () => {
  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)(
    "a body compressed with %s is decompressed, and the limit applies to its decompressed size",
    async (encoding, compress) => {
      const origin = await serve((request, response) => {
        response.writeHead(200, { "content-encoding": encoding });
        response.end(compress(request.url === "/bomb" ? Buffer.alloc(50_000_000) : Buffer.from("hello")));
      });
      expect((await fetchUrl(origin)).body.toString()).toBe("hello");
      await expect(fetchUrl(`${origin}/bomb`, { maxBytes: 100_000 })).rejects.toEqual(problem("too_large"));
    },
  );

  test("a body that decompresses endlessly is cut off", async () => {
    const gzipMember = gzipSync(Buffer.alloc(1_000_000));
    const origin = await serve((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      sendEndlessly(response, gzipMember);
    });
    await expect(fetchUrl(origin, { maxBytes: 3_000_000 })).rejects.toEqual(problem("too_large"));
  });

  test("a body over the limit is rejected, whether or not its size is declared", async () => {
    const origin = await serve((request, response) => {
      if (request.url === "/declared") response.setHeader("content-length", "1001");
      response.write("x");
      response.end("x".repeat(1000));
    });
    for (const path of ["/declared", "/streamed"])
      await expect(fetchUrl(origin + path, { maxBytes: 1000 })).rejects.toEqual(problem("too_large"));
    expect((await fetchUrl(origin, { maxBytes: 1001 })).body).toHaveLength(1001);
  });

  test("a body that never ends is cut off", async () => {
    const origin = await serve((_request, response) => sendEndlessly(response, Buffer.alloc(10_000)));
    await expect(fetchUrl(origin, { maxBytes: 1_000_000 })).rejects.toEqual(problem("too_large"));
  });

  test.each([
    ["not what the header says", "gzip", "hello"],
    ["broken", "gzip", gzipSync("hello").subarray(0, 15)],
    ["compressed with an unknown encoding", "zstd", "hello"],
    ["compressed twice", "gzip, gzip", gzipSync(gzipSync("hello"))],
  ])("a body that is %s is rejected", async (_name, encoding, bytes) => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, { "content-encoding": encoding }).end(bytes);
    });
    await expect(fetchUrl(origin)).rejects.toEqual(problem("bad_response"));
  });

  test("the body of a 304 with a content encoding is empty", async () => {
    const origin = await serve(
      (_request, response) => void response.writeHead(304, { "content-encoding": "gzip" }).end(),
    );
    expect(await fetchUrl(origin)).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  });

  test("a body that is cut short isn't accepted", async () => {
    for (const head of ["Content-Length: 100", "Transfer-Encoding: chunked"]) {
      const origin = await serveRaw((socket) =>
        socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n5\r\nhello\r\n`),
      );
      await expect(fetchUrl(origin)).rejects.toEqual(problem("unreachable"));
    }
  });
});

describe("slow servers:", () => {
  test.each([
    ["never answer", () => {}],
    ["never end their headers", (socket: Socket) => drip(socket, "HTTP/1.1 200 OK\r\n", "x: y\r\n")],
    ["send a byte at a time", (socket: Socket) => drip(socket, "HTTP/1.1 200 OK\r\n\r\n", "x")],
  ])("those that %s time out", async (_name, respond) => {
    const origin = await serveRaw(respond);
    await expect(fetchUrl(origin, { timeoutMs: 300 })).rejects.toEqual(problem("timeout"));
  });

  test("the time limit includes redirects", async () => {
    const origin = await serve((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: "/" }).end(), 100).unref();
    });
    await expect(fetchUrl(origin, { timeoutMs: 250, maxRedirects: 1_000 })).rejects.toEqual(
      problem("timeout"),
    );
  });

  test("slow name resolution times out too", async () => {
    const fetch = createSafeFetch({ allowPrivate: true, resolve: () => new Promise(() => {}) });
    await expect(fetch("http://slow.test/", { timeoutMs: 100 })).rejects.toEqual(problem("timeout"));
  });

  function drip(socket: Socket, head: string, drop: string) {
    socket.write(head);
    const timer = setInterval(() => socket.write(drop), 20);
    socket.once("close", () => clearInterval(timer));
  }
});

test("oversized headers are rejected", async () => {
  const origin = await serveRaw((socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}\r\n\r\n`),
  );
  await expect(fetchUrl(origin)).rejects.toEqual(problem("bad_response"));
});

test("a response that isn't HTTP is rejected, and a closed port is unreachable", async () => {
  const origin = await serveRaw((socket) => socket.end("220 smtp.test ESMTP\r\n"));
  await expect(fetchUrl(origin)).rejects.toEqual(problem("bad_response"));
  await expect(fetchUrl("http://127.0.0.1:1/")).rejects.toEqual(problem("unreachable"));
});

test("a fetch can be aborted", async () => {
  const origin = await serve(() => {});
  const controller = new AbortController();
  const response = fetchUrl(origin, { signal: controller.signal });
  controller.abort();
  await expect(response).rejects.toEqual(problem("unreachable"));
});
