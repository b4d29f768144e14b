import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { AuthSession } from "#core/accounts/session.ts";
import { encodeSessionCookies, sessionCookieValue } from "#core/accounts/session-cookie.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/index.ts";
import { type Program, startProgram } from "#server/testing/program.ts";

/** The program as its own process: what no part of it can promise alone. Needs the build that `npm test` makes. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lattice-program-"));
  await chmod(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const settings = (more: Record<string, string> = {}) => ({
  DATA_DIR: join(folder, "data"),
  DEMO: "on",
  AUTH_RATE_LIMITS: "off",
  ...more,
});

async function signIn(program: Program): Promise<string> {
  const answer = await fetch(`${program.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: "mara@lattice.example", password: "lattice-demo" }),
  });
  const session = (await answer.json()) as AuthSession;
  return encodeSessionCookies(sessionCookieValue(session))
    .filter((cookie) => !cookie.includes("Max-Age=0"))
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

const FORM = "application/x-www-form-urlencoded";
const formOf = (content: string) =>
  new URLSearchParams({ intent: "comment", content, parentId: "" }).toString();

/** A form sent without script. Resolves true when the program has answered that it is done. */
async function comment(
  program: Program,
  cookie: string,
  postPath: string,
  content: string,
): Promise<boolean> {
  const answer = await fetch(program.url + postPath, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: cookie, Origin: program.url, "Content-Type": FORM },
    body: formOf(content),
  });
  return answer.status === 302;
}

async function openPost(program: Program): Promise<string> {
  const html = await (await fetch(`${program.url}/forum?sort=new`)).text();
  const path = /href="(\/forum\/[0-9a-f-]{36})"/.exec(html)?.[1];
  if (!path) throw new Error("no post on the forum's list");
  return path;
}

test("the built pages share the server's copy of core, whose errors they compare by class", async () => {
  const built = join(import.meta.dirname, "build", "server", "assets");
  const files = (await readdir(built)).filter((name) => name.endsWith(".js"));
  const codes = await Promise.all(files.map((name) => readFile(join(built, name), "utf8")));
  expect(codes.some((code) => code.includes('from "#core/errors.ts"'))).toBe(true);
  expect(codes.filter((code) => /class AppError\b|"AppError"/.test(code))).toEqual([]);
});

// That the database itself loses nothing is asked ten times in server/database/embedded/embedded.test.ts.
describe("killed with SIGKILL while it writes, four times", () => {
  test("it starts again and every comment that was answered is there", async () => {
    const answered: string[] = [];
    let path = "";
    for (let round = 0; round < 4; round += 1) {
      const program = await startProgram(settings());
      path ||= await openPost(program);
      const cookie = await signIn(program);
      const html = await everyComment(program, path);
      expect(answered.filter((text) => !html.includes(text))).toEqual([]);

      let killed = false;
      const writers = [1, 2, 3].map(async (writer) => {
        for (let n = 0; !killed; n += 1) {
          const text = `round ${round} writer ${writer} number ${n} end`;
          const done = await comment(program, cookie, path, text).catch(() => false);
          if (done) answered.push(text);
        }
      });
      // At another moment of the writing each time: after so many answers, not after a time.
      const enough = answered.length + 3 + round * 5;
      while (answered.length < enough) await new Promise((resolve) => setTimeout(resolve, 5));
      await program.kill();
      killed = true;
      await Promise.all(writers);
    }
    const program = await startProgram(settings());
    const html = await everyComment(program, path);
    expect(answered.filter((text) => !html.includes(text))).toEqual([]);
    await program.stop();
  });

  async function everyComment(program: Program, path: string): Promise<string> {
    let html = "";
    for (let next: string | undefined = `${path}?sort=old`; next; ) {
      const page: string = await (await fetch(program.url + next)).text();
      html += page;
      next = /href="([^"]*[?&](?:amp;)?after=[^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&");
    }
    return html;
  }
});

describe("a start that cannot be", () => {
  test("says that the port is taken, and takes its database down again", async () => {
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, "127.0.0.1", done));
    const PORT = String((taken.address() as AddressInfo).port);
    await expect(startProgram(settings({ PORT }))).rejects.toThrow(/is already in use/);
    taken.close();
    const said: string[] = [];
    const { DATA_DIR: dataDir } = settings();
    const database = await startEmbeddedPostgres({ dataDir, say: (line) => said.push(line) });
    await database.stop();
    // Nothing was left to be stopped or recovered.
    expect(said).toEqual([]);
  });

  test("says that DATABASE_URL leads nowhere", async () => {
    const DATABASE_URL = "postgres://lattice:secret-word@127.0.0.1:1/nowhere";
    const refused = await startProgram({ DATABASE_URL }).catch((error: Error) => error.message);
    expect(refused).toContain("No database answers at 127.0.0.1:1/nowhere");
    expect(refused).not.toContain("secret-word");
    expect(refused).not.toContain("    at ");
  });
});

describe("on a database that goes away and comes back", () => {
  let proxy: Server;
  const links = new Set<Socket>();
  let address: URL;
  const name = `lattice_away_${process.pid}`;
  const server = () => new pg.Client({ connectionString: inject("postgres").url });

  beforeAll(async () => {
    const admin = server();
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    const real = new URL(inject("postgres").url);
    const target = real.searchParams.get("host");
    const port = Number(real.port || 5432);
    proxy = createServer((socket) => {
      const onward = target?.startsWith("/")
        ? connect(`${target}/.s.PGSQL.${port}`)
        : connect(port, real.hostname);
      for (const end of [socket, onward]) {
        links.add(end);
        end.on("error", () => {});
        end.on("close", () => {
          links.delete(end);
          socket.destroy();
          onward.destroy();
        });
      }
      socket.pipe(onward).pipe(socket);
    });
    await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
    address = new URL(`postgres://127.0.0.1:${(proxy.address() as AddressInfo).port}/${name}`);
    address.username = real.username;
    address.password = real.password;
  });
  afterAll(async () => {
    proxy.close();
    for (const link of links) link.destroy();
    const admin = server();
    await admin.connect();
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  });

  test("it says so while it is away, lives on, and works when it is back", async () => {
    const program = await startProgram({ DATABASE_URL: address.href, DEMO: "on" });
    const status = async (path: string) =>
      (await fetch(program.url + path, { headers: { Accept: "text/html" } })).status;
    expect(await status("/forum")).toBe(200);

    const { port } = proxy.address() as AddressInfo;
    await new Promise<void>((done) => {
      proxy.close(() => done());
      for (const link of links) link.destroy();
    });
    expect(await status("/readyz")).toBe(503);
    expect(await status("/healthz")).toBe(200);
    const away = await fetch(`${program.url}/forum`, { headers: { Accept: "text/html" } });
    expect(away.status).toBe(503);
    expect(await away.text()).toContain("The database cannot be reached right now.");

    await new Promise<void>((done) => proxy.listen(port, "127.0.0.1", done));
    await expect.poll(() => status("/readyz")).toBe(200);
    expect(await status("/forum")).toBe(200);
    await program.stop();
  });
});

describe("a program with the database of its folder", () => {
  let program: Program;
  beforeAll(async () => {
    program = await startProgram(settings());
  });
  afterAll(() => program.stop());

  test("is left alone by a second one, which says in one sentence that the folder is another program's", async () => {
    await expect(startProgram(settings())).rejects.toThrow(/is already running on the data folder/);
    expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
  });

  test("takes a form in chunks without a stated length, and refuses it beyond its limit", async () => {
    const cookie = await signIn(program);
    const path = await openPost(program);
    const send = (text: string) =>
      fetch(program.url + path, {
        method: "POST",
        redirect: "manual",
        headers: { Cookie: cookie, Origin: program.url, "Content-Type": FORM },
        body: new Blob([text]).stream(),
        duplex: "half",
      } as RequestInit);
    expect((await send(formOf("sent in chunks"))).status).toBe(302);
    expect((await send("x".repeat(1024 * 1024 + 1))).status).toBe(413);
    const none = await fetch(`${program.url}/auth/v1/signup`, { method: "POST" });
    expect(none.status).toBe(400);
  });

  test("asked to stop, finishes the request under way, takes no new one, and ends with 0", async () => {
    const cookie = await signIn(program);
    const path = await openPost(program);
    const underWay = comment(program, cookie, path, "the last words before the stop");
    process.kill(program.pid, "SIGTERM");
    const done = await underWay.catch(() => "refused");
    expect(await program.ended).toBe(0);
    const again = await startProgram(settings());
    const html = await (await fetch(`${again.url}${path}?sort=new`)).text();
    // Answered means kept; a request that the stop came before was refused, not half done.
    expect(html.includes("the last words before the stop")).toBe(done === true);
    await again.stop();
  });
});

test("a form is taken behind a proxy that ends TLS", async () => {
  const PUBLIC_URL = "https://community.test";
  const program = await startProgram(settings({ PUBLIC_URL, TRUST_PROXY: "1" }));
  const headers = {
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "community.test",
    Origin: PUBLIC_URL,
  };
  // Over https the site's cookies have a prefix (core/cookies.ts).
  const cookie = (await signIn(program)).replace(/(^|; )/g, "$1__Host-");
  const path = await openPost(program);
  const answer = await fetch(program.url + path, {
    method: "POST",
    redirect: "manual",
    headers: { ...headers, Cookie: cookie, "Content-Type": FORM },
    body: formOf("sent through a proxy"),
  });
  expect(answer.status).toBe(302);
  const list = await (await fetch(program.url + path, { headers })).text();
  expect(list).toContain("sent through a proxy");
  expect(list).toContain(`<link rel="canonical" href="${PUBLIC_URL}${path}"`);
  await program.stop();
});

test("on a port of the system's choosing, tokens and pages name the address that it got", async () => {
  const program = await startProgram(settings({ PORT: "0" }));
  const url = /is ready at (http:\/\/127\.0\.0\.1:\d+)/.exec(program.output())?.[1] ?? "";
  expect(new URL(url).port).not.toBe("");
  const session = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    body: JSON.stringify({ email: "mara@lattice.example", password: "lattice-demo" }),
  });
  const { access_token: token } = (await session.json()) as AuthSession;
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  expect(claims.iss).toBe(`${url}/auth/v1`);
  expect(await (await fetch(url)).text()).toContain(`<link rel="canonical" href="${url}/"`);
  await program.stop();
});
