import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { createLog } from "#server/platform/log.ts";
import { type Fault, type FaultyProxy, startFaultyProxy } from "#server/testing/faulty-proxy.ts";
import { startHttpServer } from "#server/testing/http-server.ts";
import { type S3Server, startS3Server } from "#server/testing/s3-server.ts";
import type { S3Settings } from "./s3-client.ts";
import { createS3Store, type S3Store } from "./s3-store.ts";

/** Tests the store with an S3 server that is slow, fails, or sends wrong responses. */

let s3: S3Server;
let proxy: FaultyProxy;
let store: S3Store;
const logLines: string[] = [];
beforeAll(async () => {
  s3 = await startS3Server();
  proxy = await startFaultyProxy(s3.endpoint);
});
// A client stops retrying once too many requests have failed, so each test has its own.
beforeEach(() => {
  store = createStore();
});
afterEach(() => proxy.setFault(() => undefined));
afterAll(async () => {
  await proxy.close();
  await s3.stop();
});

function getSettings(): S3Settings {
  const settings = readConfig(s3.settings({ endpoint: proxy.endpoint })).storage.s3;
  if (!settings) throw new Error("S3 must be configured");
  return settings;
}

const createStore = (timeouts?: S3Settings["timeouts"]) =>
  createS3Store({ ...getSettings(), ...(timeouts ? { timeouts } : {}) }, {
    ...createLog("silent"),
    warn: (...line: unknown[]) => void logLines.push(JSON.stringify(line)),
  } as ReturnType<typeof createLog>);

/**
 * Shortens the timeouts, but only for faults that end with a timeout: on a busy machine, even a successful
 * request can exceed the shorter ones.
 */
function shortenTimeouts({ kind }: Fault): void {
  const timeouts: Partial<Record<Fault["kind"], number>> = { silent: 1_000, stall: 2_000 };
  const ms = timeouts[kind];
  if (ms) store = createStore({ connectMs: ms, responseMs: ms, uploadMs: ms, idleMs: ms });
}

const createPath = () => `news-images/aa/aa${randomUUID().slice(2)}-whole.webp`;
async function* toChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536);
}
const put = (path: string, bytes: Uint8Array) => store.put(path, toChunks(bytes), { maxBytes: bytes.length });
async function read(path: string, range?: { start: number; end: number }): Promise<Buffer> {
  const content = await store.get(path, range);
  return Buffer.from(await new Response(content?.body ?? null).arrayBuffer());
}
/** Makes the first `times` requests with the method fail. */
function failFirst(method: string, fault: Fault, times = 1): void {
  let count = 0;
  proxy.setFault((request) => {
    if (request.method !== method) return undefined;
    count += 1;
    return count <= times ? fault : undefined;
  });
}
const UNAVAILABLE = expect.objectContaining({ code: "StorageUnavailable", httpStatus: 503 });
const FAULTS: readonly Fault[] = [
  { kind: "status", status: 500 },
  { kind: "status", status: 503 },
  { kind: "reset" },
  { kind: "silent" },
];

test.each(FAULTS)("after %j, a request is retried", async (fault) => {
  shortenTimeouts(fault);
  const path = createPath();
  const bytes = randomBytes(200_000);
  failFirst("PUT", fault);
  await put(path, bytes);
  failFirst("GET", fault);
  expect((await read(path)).equals(bytes)).toBe(true);
  failFirst("HEAD", fault);
  expect(await store.has(path)).toBe(true);
  failFirst("DELETE", fault);
  await store.delete(path);
  expect(await store.has(path)).toBe(false);
});

test.each(FAULTS)("if %j lasts, every operation fails quickly, with an error for users", async (fault) => {
  const path = createPath();
  await put(path, Buffer.from("text"));
  shortenTimeouts(fault);
  proxy.setFault(() => fault);
  const operations = [
    put(createPath(), Buffer.from("text")),
    store.get(path),
    store.has(path),
    store.copy(path, createPath()),
    store.delete(path),
    store.deletePartials("news-images", new Date()),
  ];
  await Promise.all(operations.map((operation) => expect(operation).rejects.toEqual(UNAVAILABLE)));
  // Each of the six operations fails at its first request, after at most three attempts.
  expect(proxy.requests.length).toBeLessThanOrEqual(6 * 3);
  proxy.setFault(() => undefined);
  expect((await read(path)).toString()).toBe("text");
});

test.each([
  { kind: "truncate", bytes: 0 },
  { kind: "truncate", bytes: 100_001 },
  { kind: "stall", bytes: 0 },
  { kind: "stall", bytes: 100_001 },
] as const)("after %j, a download continues where it stopped", async (fault) => {
  const path = createPath();
  const bytes = randomBytes(300_000);
  await put(path, bytes);
  shortenTimeouts(fault);
  failFirst("GET", fault, 2);
  expect((await read(path)).equals(bytes)).toBe(true);
  failFirst("GET", fault, 2);
  const range = { start: 1_000, end: 250_000 };
  expect((await read(path, range)).equals(bytes.subarray(1_000, 250_001))).toBe(true);
});

test("a download that stops making progress fails instead of ending early", async () => {
  const path = createPath();
  await put(path, randomBytes(300_000));
  let count = 0;
  proxy.setFault(() => {
    count += 1;
    return { kind: "truncate", bytes: count === 1 ? 1_000 : 0 };
  });
  await expect(read(path)).rejects.toThrow();
  expect(proxy.requests.length).toBeLessThanOrEqual(7);
});

test("an upload in parts survives failures of individual parts, and stores nothing if a part fails repeatedly", async () => {
  const path = createPath();
  const bytes = randomBytes(12_000_000);
  failFirst("PUT", { kind: "reset" }, 2);
  await put(path, bytes);
  expect((await read(path)).equals(bytes)).toBe(true);
  const failedPath = createPath();
  proxy.setFault(({ url }) => (url.includes("partNumber=2") ? { kind: "status", status: 500 } : undefined));
  await expect(put(failedPath, bytes)).rejects.toEqual(UNAVAILABLE);
  proxy.setFault(() => undefined);
  expect(await store.has(failedPath)).toBe(false);
});

test("a missing bucket isn't mistaken for missing files", async () => {
  const path = createPath();
  const storeWithoutBucket = createS3Store({ ...getSettings(), bucket: "deleted" }, createLog("silent"));
  await expect(storeWithoutBucket.has(path)).rejects.toEqual(UNAVAILABLE);
  await expect(storeWithoutBucket.copy(path, createPath())).rejects.toEqual(UNAVAILABLE);
  expect([await store.has(path), await store.copy(path, createPath())]).toEqual([false, false]);
});

test("all old incomplete uploads are aborted, even if they are on several pages", async () => {
  const requests: string[] = [];
  const listings = await startHttpServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? "", "http://s3.test");
    requests.push(
      `${incoming.method} ${url.searchParams.get("uploadId") ?? url.searchParams.get("key-marker")}`,
    );
    if (incoming.method === "DELETE") return void outgoing.writeHead(204).end();
    const [page, initiated] = url.searchParams.has("key-marker") ? [2, "2020-01-01"] : [1, "2099-01-01"];
    const buildUpload = (id: string, date: string) =>
      `<Upload><Key>k${id}</Key><UploadId>${id}</UploadId><Initiated>${date}T00:00:00Z</Initiated></Upload>`;
    outgoing.setHeader("Content-Type", "application/xml").end(
      `<ListMultipartUploadsResult><IsTruncated>${page === 1}</IsTruncated><NextKeyMarker>k</NextKeyMarker>
       <NextUploadIdMarker>u</NextUploadIdMarker>${buildUpload(`a${page}`, "2020-01-01")}
       ${buildUpload(`b${page}`, initiated)}</ListMultipartUploadsResult>`,
    );
  });
  const storeWithUploads = createS3Store(
    { ...getSettings(), endpoint: listings.origin },
    createLog("silent"),
  );
  expect(await storeWithUploads.deletePartials("news-images", new Date())).toBe(3);
  expect(requests).toEqual(["GET null", "DELETE a1", "GET k", "DELETE a2", "DELETE b2"]);
  await listings.close();
});

test("neither the log nor errors contain the secret or a signature", async () => {
  proxy.setFault(() => ({ kind: "status", status: 403 }));
  const error = await put(createPath(), Buffer.from("text")).catch((thrown: unknown) => thrown);
  expect(logLines.length).toBeGreaterThan(0);
  const storeWithWrongKey = createS3Store(
    { ...getSettings(), secretKey: "very-secret-key" },
    createLog("silent"),
  );
  proxy.setFault(() => undefined);
  const refusal = await storeWithWrongKey.check().catch((thrown: unknown) => thrown);
  const output = [...logLines, describeError(error), describeError(refusal)].join("\n");
  expect(output).not.toMatch(/AWS4-HMAC|Signature=|very-secret-key|Credential=/);
});

/** Returns everything that a log could print about an error. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const fields = Object.fromEntries(Object.entries(error));
  return `${error.stack}\n${JSON.stringify(fields)}\n${error.cause ? describeError(error.cause) : ""}`;
}
