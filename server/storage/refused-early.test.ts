import { connect } from "node:net";
import type { Context } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readUpload, skipRest } from "./read-upload.ts";
import { readBodyText } from "./request-parts.ts";
import { readAll } from "./store-image.ts";
import { createStorageFixture, type StorageFixture } from "./testing.ts";

let fixture: StorageFixture;
let member: Awaited<ReturnType<StorageFixture["createMember"]>>;
let forgedToken: string;
beforeAll(async () => {
  fixture = await createStorageFixture({ STORAGE_MAX_BYTES: "50000000" });
  member = await fixture.createMember();
  forgedToken = await fixture.signToken({ role: "service_role" }, "a secret this server has never seen");
});
afterAll(() => fixture.end());

const SIZE = 64 * 1024 * 1024;
const WITH_LENGTH = `Content-Length: ${SIZE}`;
const CHUNKED = "Transfer-Encoding: chunked";
const FORM = "Content-Type: multipart/form-data; boundary=xx";

/** Sends an upload's headers without its body. Resolves when the server closes the connection. */
function sendHeaders(
  method: string,
  path: string,
  headers: readonly (string | undefined)[],
): Promise<string> {
  const { hostname, port, pathname } = new URL(fixture.url);
  return new Promise((resolve, reject) => {
    let response = "";
    const lines = [`${method} ${pathname}${path} HTTP/1.1`, "Host: lattice.test", ...headers.filter(Boolean)];
    const socket = connect(Number(port), hostname, () => socket.write(`${lines.join("\r\n")}\r\n\r\n`));
    socket.on("data", (chunk) => {
      response += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(response));
  });
}

const bearers: [string, () => string | undefined, string][] = [
  ["no token", () => undefined, "Invalid Compact JWS"],
  ["a malformed token", () => "nonsense", "Invalid Compact JWS"],
  ["a forged token", () => forgedToken, "signature verification failed"],
  ["the public key", () => fixture.app.auth.publicKey, "new row violates row-level security policy"],
];
const bodies: [string, string, readonly string[]][] = [
  ["POST", "with its length", [WITH_LENGTH]],
  ["PUT", "with its length", [WITH_LENGTH]],
  ["POST", "in chunks", [CHUNKED]],
  ["POST", "as a form", [WITH_LENGTH, FORM]],
  ["PUT", "as a chunked form", [CHUNKED, FORM]],
];

// The server waits a second before it closes such a connection, so most of these tests run concurrently.
describe("an upload that isn't allowed is refused and its connection closed before any of its body arrives", () => {
  describe.each(bearers)("with %s:", (_kind, getToken, message) => {
    test.concurrent.each(bodies)("%s, sent %s", async (method, _body, headers) => {
      const bearer = getToken() && `Authorization: Bearer ${getToken()}`;
      const paths = ["post-images/a.png", "avatars/a.png", "nowhere/a.png"];
      const responses = await Promise.all(
        paths.map((path) => sendHeaders(method, `/object/${path}`, [...headers, bearer])),
      );
      for (const response of responses) expect(response).toMatch(/^HTTP\/1\.1 400 /);
      for (const response of responses.slice(0, 2)) expect(response).toContain(message);
    });
  });

  // A signed upload URL accepts only PUT, so the methods above are ignored and each kind of body is sent once.
  const bodyKinds = new Map(bodies.map(([, kind, headers]) => [kind, headers]));
  test.concurrent.each([...bodyKinds])(
    "with a wrong token for a signed URL, sent %s",
    async (_kind, headers) => {
      const queries = ["", "?token=nonsense", `?token=${forgedToken}`];
      const responses = await Promise.all(
        queries.map((query) => sendHeaders("PUT", `/object/upload/sign/post-images/a.png${query}`, headers)),
      );
      for (const response of responses) expect(response).toContain('"code":"InvalidJWT"');
    },
  );

  test("even if there are 102 at once, while other requests are served", async () => {
    const responses = Promise.all(
      Array.from({ length: 102 }, (_, n) =>
        sendHeaders("POST", `/object/post-images/${n}.png`, [WITH_LENGTH]),
      ),
    );
    const { error } = await member.client.from("post-images").list(member.id);
    expect(error).toBeNull();
    for (const response of await responses) expect(response).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("if a member sends it under someone else's key, or if it is larger than the bucket allows", async () => {
    const bearer = `Authorization: Bearer ${member.token}`;
    const ownPath = `/object/post-images/${member.id}/a.png`;
    await Promise.all(
      [[WITH_LENGTH], [WITH_LENGTH, FORM]].flatMap((headers) =>
        [
          ["/object/post-images/others/a.png", '"code":"AccessDenied"'],
          [ownPath, '"code":"EntityTooLarge"'],
        ].map(async ([path = "", code]) =>
          expect(await sendHeaders("POST", path, [...headers, bearer])).toContain(code),
        ),
      ),
    );
  });
});

test("a client that is still sending its file receives the refusal", async () => {
  const body = new Uint8Array(2_000_000);
  const key = `${crypto.randomUUID()}/a.png`;
  for (const createBody of [() => body, () => new Blob([body]), () => new Blob([body]).stream()]) {
    for (const client of [fixture.visitor, fixture.client(forgedToken), member.client]) {
      const { error } = await client.from("post-images").upload(key, createBody());
      expect(error).toMatchObject({ status: 400, statusCode: "403", code: "AccessDenied" });
    }
  }
});

test("reading an upload, a JSON body and the rest of a refused upload times out", async () => {
  const createSilentRequest = () =>
    new Request("http://lattice.test/", {
      method: "POST",
      body: new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(10)) }),
      duplex: "half",
    } as RequestInit);
  const rejection = { code: "RequestTimeout", httpStatus: 504 };
  for (const times of [
    { idleMs: 20, totalMs: 300_000 },
    { idleMs: 300_000, totalMs: 20 },
  ]) {
    const upload = await readUpload(createSilentRequest(), times);
    await expect(readAll(upload.bytes, 100)).rejects.toMatchObject(rejection);
    const context = { req: { raw: createSilentRequest() } } as Context;
    await expect(readBodyText(context, times)).rejects.toMatchObject(rejection);
    await expect(skipRest(createSilentRequest(), times)).resolves.toBeUndefined();
  }
});
