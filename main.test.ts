import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { AuthSession } from "#core/accounts/session.ts";
import { encodeSessionCookies, serializeSession } from "#core/accounts/session-cookie.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/index.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { type Program, startProgram } from "#server/testing/program.ts";

/** End-to-end tests of the program in a separate process. They need the build that `npm test` creates. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lattice-program-"));
  await chmod(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const buildSettings = (overrides: Record<string, string> = {}) => ({
  DATA_DIR: join(folder, "data"),
  DEMO: "on",
  AUTH_RATE_LIMITS: "off",
  ...overrides,
});

async function signIn(program: Program): Promise<string> {
  const response = await fetch(`${program.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: "mara@lattice.example", password: "lattice-demo" }),
  });
  const session = (await response.json()) as AuthSession;
  return encodeSessionCookies(serializeSession(session))
    .filter((cookie) => !cookie.includes("Max-Age=0"))
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

const FORM_TYPE = "application/x-www-form-urlencoded";
const encodeCommentForm = (content: string) =>
  new URLSearchParams({ intent: "comment", content, parentId: "" }).toString();

/** Submits a comment as a browser without JavaScript does. Returns whether the program confirmed it. */
async function sendComment(
  program: Program,
  cookie: string,
  postPath: string,
  content: string,
): Promise<boolean> {
  const response = await fetch(program.url + postPath, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: cookie, Origin: program.url, "Content-Type": FORM_TYPE },
    body: encodeCommentForm(content),
  });
  return response.status === 302;
}

async function findPostPath(program: Program): Promise<string> {
  const html = await (await fetch(`${program.url}/forum?sort=new`)).text();
  const path = /href="(\/forum\/[0-9a-f-]{36})"/.exec(html)?.[1];
  if (!path) throw new Error("no post in the forum's list");
  return path;
}

test("the built pages share the server's copy of core, because they compare its errors by class", async () => {
  const buildFolder = join(import.meta.dirname, "build", "program");
  const files = (await readdir(buildFolder, { recursive: true })).filter((name) => name.endsWith(".js"));
  const contents = await Promise.all(files.map((name) => readFile(join(buildFolder, name), "utf8")));
  expect(contents.flatMap((content) => content.match(/name = "AppError"/g) ?? [])).toHaveLength(1);
});

describe("a start that fails", () => {
  test("reports that the port is in use and stops its database", async () => {
    const otherServer = createServer();
    await new Promise<void>((done) => otherServer.listen(0, "127.0.0.1", done));
    const PORT = String((otherServer.address() as AddressInfo).port);
    await expect(startProgram(buildSettings({ PORT }))).rejects.toThrow(/is already in use/);
    otherServer.close();
    const messages: string[] = [];
    const { DATA_DIR: dataDir } = buildSettings();
    const database = await startEmbeddedPostgres({ dataDir, print: (line) => messages.push(line) });
    await database.stop();
    // Nothing was left to stop or recover.
    expect(messages).toEqual([]);
  });

  test("reports that nothing responds at DATABASE_URL", async () => {
    const DATABASE_URL = "postgres://lattice:secret-word@127.0.0.1:1/nowhere";
    const rejectionMessage = await startProgram({ DATABASE_URL }).catch((error: Error) => error.message);
    expect(rejectionMessage).toContain("The database at 127.0.0.1:1/nowhere doesn't respond.");
    expect(rejectionMessage).not.toContain("secret-word");
    expect(rejectionMessage).not.toContain("    at ");
  });
});

describe("a program that loses its database for a while", () => {
  let proxy: Server;
  const sockets = new Set<Socket>();
  let proxyUrl: URL;
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    const realUrl = new URL(database.url);
    const socketFolder = realUrl.searchParams.get("host");
    const port = Number(realUrl.port || 5432);
    proxy = createServer((socket) => {
      const upstream = socketFolder?.startsWith("/")
        ? connect(`${socketFolder}/.s.PGSQL.${port}`)
        : connect(port, realUrl.hostname);
      for (const end of [socket, upstream]) {
        sockets.add(end);
        end.on("error", () => {});
        end.on("close", () => {
          sockets.delete(end);
          socket.destroy();
          upstream.destroy();
        });
      }
      socket.pipe(upstream).pipe(socket);
    });
    await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
    proxyUrl = new URL(realUrl);
    proxyUrl.searchParams.delete("host");
    proxyUrl.hostname = "127.0.0.1";
    proxyUrl.port = String((proxy.address() as AddressInfo).port);
  });
  afterAll(async () => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
    await database.drop();
  });

  test("reports the outage, keeps running, and recovers", async () => {
    const program = await startProgram({ DATABASE_URL: proxyUrl.href });
    const getStatus = async (path: string) =>
      (await fetch(program.url + path, { headers: { Accept: "text/html" } })).status;
    expect(await getStatus("/forum")).toBe(200);

    const { port } = proxy.address() as AddressInfo;
    await new Promise<void>((done) => {
      proxy.close(() => done());
      for (const socket of sockets) socket.destroy();
    });
    expect(await getStatus("/readyz")).toBe(503);
    expect(await getStatus("/healthz")).toBe(200);
    const outageResponse = await fetch(`${program.url}/forum`, { headers: { Accept: "text/html" } });
    expect(outageResponse.status).toBe(503);
    expect(await outageResponse.text()).toContain("having trouble right now.");
    expect(program.readOutput()).not.toContain("unexpected error");

    await new Promise<void>((done) => proxy.listen(port, "127.0.0.1", done));
    await expect.poll(() => getStatus("/readyz")).toBe(200);
    expect(await getStatus("/forum")).toBe(200);
    await program.stop();
  });
});

describe("a program with an embedded database", () => {
  const confirmedComments: string[] = [];
  let path = "";
  let program: Program;
  // server/database/embedded/embedded.test.ts tests the database's own durability.
  beforeAll(async () => {
    for (let round = 0; round < 2; round += 1) {
      program = await startProgram(buildSettings());
      path ||= await findPostPath(program);
      await killWhileWriting(round);
    }
    program = await startOnEphemeralPort();
  });
  afterAll(() => program.stop());

  /** Kills the program at a different point each time, after a number of responses rather than a period of time. */
  async function killWhileWriting(round: number) {
    const cookie = await signIn(program);
    await expectConfirmedComments();
    let isKilled = false;
    const clients = [1, 2, 3].map(async (client) => {
      for (let n = 0; !isKilled; n += 1) {
        const text = `round ${round} client ${client} number ${n} end`;
        const isConfirmed = await sendComment(program, cookie, path, text).catch(() => false);
        if (isConfirmed) confirmedComments.push(text);
      }
    });
    const targetCount = confirmedComments.length + 3 + round * 5;
    while (confirmedComments.length < targetCount) await new Promise((resolve) => setTimeout(resolve, 5));
    await program.kill();
    isKilled = true;
    await Promise.all(clients);
  }

  async function expectConfirmedComments() {
    let html = "";
    for (let next: string | undefined = `${path}?sort=old`; next; ) {
      const page: string = await (await fetch(program.url + next)).text();
      html += page;
      next = /href="([^"]*[?&](?:amp;)?after=[^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&");
    }
    expect(confirmedComments.filter((text) => !html.includes(text))).toEqual([]);
  }

  async function startOnEphemeralPort(): Promise<Program> {
    const startedProgram = await startProgram(buildSettings({ PORT: "0" }));
    const url = /is ready at (http:\/\/127\.0\.0\.1:\d+)/.exec(startedProgram.readOutput())?.[1] ?? "";
    return { ...startedProgram, url };
  }

  test("starts again with every confirmed comment after being killed twice with SIGKILL during writes", async () => {
    expect(confirmedComments.length).toBeGreaterThan(10);
    await expectConfirmedComments();
  });

  test("on a port chosen by the system, uses the actual URL in tokens and pages", async () => {
    const { url } = program;
    expect(new URL(url).port).toMatch(/^[1-9]/);
    const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      body: JSON.stringify({ email: "mara@lattice.example", password: "lattice-demo" }),
    });
    const { access_token: token } = (await response.json()) as AuthSession;
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    expect(claims.iss).toBe(`${url}/auth/v1`);
    expect(await (await fetch(url)).text()).toContain(`<link rel="canonical" href="${url}/"`);
  });

  test("is not affected by a second program, which reports that the folder is in use", async () => {
    await expect(startProgram(buildSettings())).rejects.toThrow(/is already using the data folder/);
    expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
  });

  test("accepts a chunked form without a declared length, and refuses one over the limit", async () => {
    const cookie = await signIn(program);
    const send = (text: string) =>
      fetch(program.url + path, {
        method: "POST",
        redirect: "manual",
        headers: { Cookie: cookie, Origin: program.url, "Content-Type": FORM_TYPE },
        body: new Blob([text]).stream(),
        duplex: "half",
      } as RequestInit);
    expect((await send(encodeCommentForm("sent in chunks"))).status).toBe(302);
    expect((await send("x".repeat(1024 * 1024 + 1))).status).toBe(413);
    const emptyResponse = await fetch(`${program.url}/auth/v1/signup`, { method: "POST" });
    expect(emptyResponse.status).toBe(400);
  });

  const PUBLIC_URL = "https://community.test";
  test("on SIGTERM, finishes a request that has begun or refuses it entirely, and exits with 0", async () => {
    const cookie = await signIn(program);
    const pendingComment = sendComment(program, cookie, path, "the last words before the stop");
    process.kill(program.pid, "SIGTERM");
    const result = await pendingComment.catch(() => "refused");
    expect(await program.ended).toBe(0);
    program = await startProgram(buildSettings({ PUBLIC_URL, TRUST_PROXY: "1" }));
    const html = await (await fetch(`${program.url}${path}?sort=new`)).text();
    // A confirmed comment is stored, and a refused one isn't.
    expect(html.includes("the last words before the stop")).toBe(result === true);
  });

  test("handles a form behind a proxy that terminates TLS", async () => {
    const headers = {
      "X-Forwarded-Proto": "https",
      "X-Forwarded-Host": "community.test",
      Origin: PUBLIC_URL,
    };
    // Over HTTPS, the site's cookies have a prefix (core/cookies.ts).
    const cookie = (await signIn(program)).replace(/(^|; )/g, "$1__Host-");
    const response = await fetch(program.url + path, {
      method: "POST",
      redirect: "manual",
      headers: { ...headers, Cookie: cookie, "Content-Type": FORM_TYPE },
      body: encodeCommentForm("sent through a proxy"),
    });
    expect(response.status).toBe(302);
    const postHtml = await (await fetch(program.url + path, { headers })).text();
    expect(postHtml).toContain("sent through a proxy");
    expect(postHtml).toContain(`<link rel="canonical" href="${PUBLIC_URL}${path}"`);
  });
});

test("the printed command that creates the first administrator works unchanged, and a command run in another folder creates no second site", async () => {
  const program = await startProgram({
    DATA_DIR: join(folder, "the first site's data"),
    DEMO: "off",
    AUTH_RATE_LIMITS: "off",
  });
  const run = (command: string, cwd: string) =>
    new Promise<string>((resolve) =>
      execFile(
        "sh",
        ["-c", command],
        { cwd, env: { PATH: process.env.PATH, HOME: folder } },
        (_error, stdout, stderr) => resolve(stdout + stderr),
      ),
    );
  try {
    // The command is printed after the line that says that the program is ready.
    const printedCommand = await vi.waitFor(
      () => {
        const [, command] = /^ {2}(.*npm run admin -- create .*)\n/m.exec(program.readOutput()) ?? [];
        if (!command) throw new Error("no command was printed");
        return command;
      },
      { timeout: 60_000 },
    );
    const otherFolder = await mkdtemp(join(folder, "other-"));
    const script = join(import.meta.dirname, "scripts", "command.mjs");
    const refusal = await run(
      `"${process.execPath}" "${script}" admin create --email you@example.org --name you`,
      otherFolder,
    );
    expect(refusal).toContain(`There is no site in ${join(otherFolder, "data")}, but one is running at `);
    expect(await readdir(otherFolder)).toEqual([]);
    expect(await run(printedCommand, import.meta.dirname)).toContain(
      "you (you@example.org) is an administrator.",
    );
  } finally {
    await program.stop();
  }
});
