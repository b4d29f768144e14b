import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createEdge } from "#server/testing/edge.ts";
import { type ListeningServer, openPort } from "./listen.ts";

/** Bodies that are announced and never come: who is answered without them, and that their connections end. */
let database: TestDatabase;
let server: ListeningServer;
/** The same with little time for a request. */
let hasty: ListeningServer;
async function serve(deadline: { deadlineMs?: number }): Promise<ListeningServer> {
  const { listener } = await createEdge({
    database,
    ...deadline,
    pages: async (_request, { form }) =>
      new Response(
        form === null ? "read" : new URLSearchParams([...form].map(([name, value]) => [name, String(value)])),
      ),
  });
  const opened = await openPort({ host: "127.0.0.1", port: 0 });
  opened.serve(listener);
  return opened;
}
beforeAll(async () => {
  database = await createTestDatabase();
  server = await serve({});
  hasty = await serve({ deadlineMs: 300 });
});
afterAll(async () => {
  await server.close();
  await hasty.close();
  await database.drop();
});

const FORM = "Content-Type: application/x-www-form-urlencoded";
const LENGTH = "Content-Length: 1000000";
const CHUNKED = "Transfer-Encoding: chunked";

/** Sends a head and nothing of its body. Resolves with the answer when the server has ended the connection. */
function announce(line: string, headers: readonly string[], { port } = server): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const head = [`${line} HTTP/1.1`, "Host: site.test", ...headers].join("\r\n");
    const socket = connect(port, "127.0.0.1", () => socket.write(`${head}\r\n\r\n`));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}

test.each([LENGTH, CHUNKED])(
  "a form that never comes is given up with the request's time: %s",
  async (announced) => {
    const answer = await announce("POST /forum", [FORM, announced], hasty);
    expect(answer).toMatch(/^HTTP\/1\.1 504 /);
  },
);

test.each([LENGTH, CHUNKED])(
  "a read with a body is answered, and its connection ended: %s",
  async (announced) => {
    for (const path of ["/healthz", "/forum", "/auth/v1/health"]) {
      const answer = await announce(`GET ${path}`, [announced]);
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).toMatch(/^connection: close/im);
    }
  },
);

test.each([LENGTH, CHUNKED])("a visitor's picture is answered without it: %s", async (announced) => {
  const type = "Content-Type: multipart/form-data; boundary=xx";
  for (const path of ["/settings/avatar", "/settings/avatar.data"]) {
    for (const cookie of [[], ["Cookie: lattice-session=v1.1.e30", "Origin: http://site.test"]]) {
      const answer = await announce(`POST ${path}`, [type, announced, ...cookie]);
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).toMatch(/\r\n\r\nintent=avatar$/);
    }
  }
});

test.each([LENGTH, CHUNKED])(
  "a call of the accounts without a token is answered without its body: %s",
  async (announced) => {
    expect(await announce("PUT /auth/v1/user", [announced])).toMatch(/^HTTP\/1\.1 401 /);
    expect(await announce("POST /auth/v1/admin/users", [announced])).toMatch(/^HTTP\/1\.1 401 /);
    expect(await announce("POST /auth/v1/nowhere", [announced])).toMatch(/^HTTP\/1\.1 404 /);
  },
);

describe("a member's picture", () => {
  let fixture: AppFixture;
  let member: Member;
  beforeAll(async () => {
    fixture = await createAppFixture();
    member = await fixture.register();
  });
  afterAll(() => fixture.end());

  test("arrives whole", async () => {
    const { http } = await createEdge({
      database: fixture.database,
      pages: async (_request, { form }) => new Response(form?.get("picture") as File),
    });
    const form = new FormData();
    form.set("picture", new Blob([new Uint8Array(2_000_000)]), "a.png");
    const answer = await http.request("http://site.test/settings/avatar", {
      method: "POST",
      body: form,
      headers: { Cookie: fixture.cookiesOf(member), Origin: "http://site.test" },
    });
    expect((await answer.arrayBuffer()).byteLength).toBe(2_000_000);
  });

  test("comes one at a time: a second is refused while the first is under way", async () => {
    let goOn = () => {};
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let entered = () => {};
    const underWay = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const { http } = await createEdge({
      database: fixture.database,
      pages: async () => {
        entered();
        await waiting;
        return new Response("taken");
      },
    });
    const send = () =>
      http.request("http://site.test/settings/avatar", {
        method: "POST",
        body: new URLSearchParams({ intent: "avatar" }),
        headers: { Cookie: fixture.cookiesOf(member), Origin: "http://site.test" },
      });
    const first = send();
    await underWay;
    expect((await send()).status).toBe(429);
    goOn();
    expect((await first).status).toBe(200);
    expect((await send()).status).toBe(200);
  });
});
