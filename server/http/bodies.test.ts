import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createEdge } from "#server/testing/edge.ts";
import { type ListeningServer, openPort } from "./listen.ts";

/**
 * Requests that declare a body but never send it get a response, and their connections are closed. The server waits a
 * second before it closes one, so most of these tests run concurrently.
 */

let database: TestDatabase;
let server: ListeningServer;
/** A server with a short deadline. */
let shortDeadlineServer: ListeningServer;
async function startServer(options: { deadlineMs?: number }): Promise<ListeningServer> {
  const { listener } = await createEdge({
    database,
    ...options,
    pages: async (_request, { form }) =>
      new Response(
        form === null ? "read" : new URLSearchParams([...form].map(([name, value]) => [name, String(value)])),
      ),
  });
  const listeningServer = await openPort({ host: "127.0.0.1", port: 0 });
  listeningServer.serve(listener);
  return listeningServer;
}
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServer({});
  shortDeadlineServer = await startServer({ deadlineMs: 300 });
});
afterAll(async () => {
  await server.close();
  await shortDeadlineServer.close();
  await database.drop();
});

const FORM = "Content-Type: application/x-www-form-urlencoded";
const LENGTH = "Content-Length: 1000000";
const CHUNKED = "Transfer-Encoding: chunked";

/** Sends a request head without its body. Resolves with the response when the server closes the connection. */
function sendHead(line: string, headers: readonly string[], { port } = server): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = "";
    const head = [`${line} HTTP/1.1`, "Host: site.test", ...headers].join("\r\n");
    const socket = connect(port, "127.0.0.1", () => socket.write(`${head}\r\n\r\n`));
    socket.on("data", (chunk) => {
      response += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(response));
  });
}

test.concurrent.each([LENGTH, CHUNKED])("a form that never arrives times out: %s", async (bodyHeader) => {
  const response = await sendHead("POST /forum", [FORM, bodyHeader], shortDeadlineServer);
  expect(response).toMatch(/^HTTP\/1\.1 504 /);
});

test.concurrent.each([LENGTH, CHUNKED])(
  "a GET that declares a body is answered, and its connection is closed: %s",
  async (bodyHeader) => {
    for (const path of ["/healthz", "/forum", "/auth/v1/health"]) {
      const response = await sendHead(`GET ${path}`, [bodyHeader]);
      expect(response).toMatch(/^HTTP\/1\.1 200 /);
      expect(response).toMatch(/^connection: close/im);
    }
  },
);

test.concurrent.each([LENGTH, CHUNKED])(
  "a visitor's image upload gets a response without its body being read: %s",
  async (bodyHeader) => {
    const type = "Content-Type: multipart/form-data; boundary=xx";
    const responses = await Promise.all(
      ["/settings/avatar", "/settings/avatar.data"].flatMap((path) =>
        [[], ["Cookie: lattice-session=v1.1.e30", "Origin: http://site.test"]].map((sessionHeaders) =>
          sendHead(`POST ${path}`, [type, bodyHeader, ...sessionHeaders]),
        ),
      ),
    );
    for (const response of responses) {
      expect(response).toMatch(/^HTTP\/1\.1 200 /);
      expect(response).toMatch(/\r\n\r\nintent=avatar$/);
    }
  },
);

test.concurrent.each([LENGTH, CHUNKED])(
  "an auth request without a token is answered without its body being read: %s",
  async (bodyHeader) => {
    const lines = ["PUT /auth/v1/user", "POST /auth/v1/admin/users", "POST /auth/v1/nowhere"];
    const responses = await Promise.all(lines.map((line) => sendHead(line, [bodyHeader])));
    expect(responses.map((response) => response.slice(0, 12))).toEqual([
      "HTTP/1.1 401",
      "HTTP/1.1 401",
      "HTTP/1.1 404",
    ]);
  },
);

describe("a member's image", () => {
  let fixture: AppFixture;
  let member: Member;
  beforeAll(async () => {
    fixture = await createAppFixture();
    member = await fixture.register();
  });
  afterAll(() => fixture.end());

  test("arrives complete", async () => {
    const { http } = await createEdge({
      database: fixture.database,
      pages: async (_request, { form }) => new Response(form?.get("picture") as File),
    });
    const form = new FormData();
    form.set("picture", new Blob([new Uint8Array(2_000_000)]), "a.png");
    const response = await http.request("http://site.test/settings/avatar", {
      method: "POST",
      body: form,
      headers: { Cookie: fixture.getCookies(member), Origin: "http://site.test" },
    });
    expect((await response.arrayBuffer()).byteLength).toBe(2_000_000);
  });

  test("is rejected while another one is being uploaded", async () => {
    let finishUpload = () => {};
    const uploadFinished = new Promise<void>((resolve) => {
      finishUpload = resolve;
    });
    let reportStart = () => {};
    const uploadStarted = new Promise<void>((resolve) => {
      reportStart = resolve;
    });
    const { http } = await createEdge({
      database: fixture.database,
      pages: async () => {
        reportStart();
        await uploadFinished;
        return new Response("accepted");
      },
    });
    const send = () =>
      http.request("http://site.test/settings/avatar", {
        method: "POST",
        body: new URLSearchParams({ intent: "avatar" }),
        headers: { Cookie: fixture.getCookies(member), Origin: "http://site.test" },
      });
    const first = send();
    await uploadStarted;
    expect((await send()).status).toBe(429);
    finishUpload();
    expect((await first).status).toBe(200);
    expect((await send()).status).toBe(200);
  });
});
