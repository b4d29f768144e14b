import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "#server/database/embedded/index.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createEdge } from "#server/testing/edge.ts";
import { findEmailedLink } from "#server/testing/find-emailed-link.ts";
import { insertMember } from "#server/testing/members.ts";
import { runAdminCommand, USAGE } from "./admin.ts";
import { explainFailure } from "./explain-failure.ts";

let database: TestDatabase;
let edge: Awaited<ReturnType<typeof createEdge>>;
beforeAll(async () => {
  database = await createTestDatabase();
  // A running instance on the same database.
  edge = await createEdge({ database, environment: { AUTH_RATE_LIMITS: "off" } });
});
afterAll(() => database.drop());

/** Runs the command in this process, because starting another takes longer than most tests. */
async function run(
  args: readonly string[],
  password = "",
  settings: Record<string, string> = { DATABASE_URL: database.url, DATA_DIR: tmpdir() },
): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const environment = { ...settings, PUBLIC_URL: "http://site.test" };
  const terminal = {
    environment,
    print: (line: string) => lines.push(line),
    readPassword: async () => password,
  };
  const code = await runAdminCommand(args, terminal).then(
    () => 0,
    (error) => {
      lines.push(String(explainFailure(error, USAGE)));
      return 1;
    },
  );
  return { code, output: `${lines.join("\n")}\n` };
}

/**
 * Runs the command in a separate process, on the test's database or on that of a data folder. Returns its output and
 * exit code.
 */
function runAsProcess(
  args: readonly string[],
  input = "",
  dataDir?: string,
): Promise<{ code: number; output: string }> {
  const env = {
    PATH: process.env.PATH,
    ...(dataDir ? { DATA_DIR: dataDir } : { DATABASE_URL: database.url, DATA_DIR: tmpdir() }),
    PUBLIC_URL: "http://site.test",
  };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "command.mjs"), "admin", ...args], {
      env,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        output += chunk;
      });
    child.on("close", (code) => resolve({ code: code ?? -1, output }));
    child.stdin.end(input);
  });
}

const listAdministrators = async () =>
  (
    await database.pool.query(
      "select username from public.profiles p join public.user_roles r on r.user_id = p.id where role = 'admin' order by 1",
    )
  ).rows.map(({ username }) => username);

test("the first administrator is created with a one-time link for choosing a password", async () => {
  expect(await edge.app.auth.operator.hasAdministrator()).toBe(false);
  const { code, output } = await run(["create", "--email", "Boss@Example.org", "--name", "the_boss"]);
  expect(code).toBe(0);
  expect(output).toContain("the_boss (Boss@Example.org) is an administrator.");
  const link = findEmailedLink(output).replace("http://site.test", "");
  const response = await edge.http.request(link);
  expect(response.headers.get("location")).toMatch(
    /^http:\/\/site\.test\/auth\/landing\?for=recovery#access_token=.+type=recovery/,
  );
  expect((await edge.http.request(link)).headers.get("location")).toContain("otp_expired");
  expect(await listAdministrators()).toEqual(["the_boss"]);
  expect(await edge.app.auth.operator.hasAdministrator()).toBe(true);
});

test("create accepts a password from a prompt, and rejects weak passwords and email addresses or usernames that are taken", async () => {
  const createAdministrator = (email: string, name: string, password: string) =>
    run(["create", "--email", email, "--name", name, "--password"], password);
  expect((await createAdministrator("second@example.org", "second", "wooden-Lantern-7391")).output).toBe(
    "second (second@example.org) is an administrator.\n",
  );
  const { rows } = await database.pool.query(
    "select encrypted_password from auth.users where email = 'second@example.org'",
  );
  // The command hashes with the full cost used in production, unlike most tests.
  expect(rows[0].encrypted_password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const session = await edge.app.auth.signInWithPassword(
    { email: "second@example.org", password: "wooden-Lantern-7391" },
    { ip: "203.0.113.1", userAgent: null },
  );
  expect(session.access_token).toBeTruthy();
  for (const [email, name, password, expectedOutput] of [
    ["third@example.org", "third_one", "password", /weak|known/i],
    ["third@example.org", "second", "wooden-Lantern-7391", /taken/],
    ["second@example.org", "second", "wooden-Lantern-7391", /^second@example\.org already has an account/],
  ] as const) {
    const { code, output } = await createAdministrator(email, name, password);
    expect([code, output.trim().split("\n").length]).toEqual([1, 1]);
    expect(output).toMatch(expectedOutput);
  }
});

test("a member is promoted and demoted by email address or username, but the last administrator isn't demoted", async () => {
  await insertMember(database, "a_member");
  expect((await run(["promote", "A_Member@example.org"])).code).toBe(0);
  expect(await listAdministrators()).toContain("a_member");
  expect((await run(["promote", "a_member"])).output).toBe("a_member is already an administrator.\n");
  for (const account of ["a_member", "second"]) expect((await run(["demote", account])).code).toBe(0);
  expect(await run(["demote", "the_boss"])).toEqual({
    code: 1,
    output: "There is no other administrator. Promote someone else first.\n",
  });
  expect(await listAdministrators()).toEqual(["the_boss"]);
  expect((await run(["promote", "nobody@example.org"])).output).toBe(
    "No account has the email address or username nobody@example.org.\n",
  );
  const { rows } = await database.pool.query(
    "select actor_id, actor_name from public.audit_log group by 1, 2",
  );
  expect(rows).toEqual([{ actor_id: null, actor_name: "npm run admin" }]);
});

test("reset removes two-factor authentication and prints a link", async () => {
  await database.pool.query(
    `insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed)
     select id, 'totp', 'verified', '' from auth.users where email = 'boss@example.org'`,
  );
  const { code, output } = await run(["reset", "boss@example.org"]);
  expect(code).toBe(0);
  expect(output).toContain("the_boss: two-factor authentication was turned off.");
  expect(output).toContain("http://site.test/auth/landing?for=recovery&token=");
  expect((await database.pool.query("select 1 from auth.mfa_factors")).rowCount).toBe(0);
  expect((await run(["reset", "boss@example.org"])).code).toBe(0);
  const { rows } = await database.pool.query(
    "select action, before, after from public.audit_log where target_name = 'the_boss' order by id",
  );
  expect(rows).toEqual([
    { action: "member.create", before: null, after: { role: "admin" } },
    { action: "member.reset-factors", before: { factors: 1 }, after: { factors: 0 } },
    { action: "member.link", before: null, after: null },
  ]);
  expect(await run(["reset", "boss@example.org", "--mail"])).toMatchObject({
    code: 1,
    output: expect.stringContaining("SMTP_URL"),
  });
});

test("reset removes passkeys and emails their owner", async () => {
  await database.pool.query(
    `insert into auth.passkeys (user_id, credential_id, public_key, counter, name, is_backed_up, created_at)
     select id, 'credential', 'key', 0, 'Laptop', false, now() from auth.users where email = 'boss@example.org'`,
  );
  const { output } = await run(["reset", "boss@example.org"]);
  expect(output).toContain("Any passkeys were removed.");
  expect((await database.pool.query("select 1 from auth.passkeys")).rowCount).toBe(0);
  const { rows } = await database.pool.query(
    "select kind, body_text from email.outbox where recipient = 'boss@example.org' order by id desc limit 1",
  );
  expect(rows).toEqual([{ kind: "passkey_removed", body_text: expect.stringContaining("“Laptop”") }]);
  const events = await database.pool.query(
    "select action, before, after from public.audit_log where target_name = 'the_boss' order by id desc limit 1",
  );
  expect(events.rows).toEqual([
    { action: "member.reset-factors", before: { passkeys: 1 }, after: { passkeys: 0 } },
  ]);
});

test("the command works on an embedded database, whether or not the database is running", async () => {
  const root = await mkdtemp(join(tmpdir(), "lattice-admin-"));
  // If this runs as root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(root, 0o711);
  const dataDir = join(root, "data");
  try {
    const resultWithoutServer = await runAsProcess(
      ["create", "--email", "a@example.org", "--name", "first_one"],
      "",
      dataDir,
    );
    expect(resultWithoutServer.output).toContain("first_one (a@example.org) is an administrator.");
    const embeddedDatabase = await startEmbeddedPostgres({
      dataDir,
      print: () => {},
      sharedFolder: join(root, "shared"),
    });
    try {
      const secondArguments = ["create", "--email", "b@example.org", "--name", "second_one", "--password"];
      const resultWithServer = await runAsProcess(secondArguments, "wooden-Lantern-7391\n", dataDir);
      expect(resultWithServer).toEqual({
        code: 0,
        output: "second_one (b@example.org) is an administrator.\n",
      });
      const serverSettings = { DATABASE_URL: embeddedDatabase.url, DATA_DIR: dataDir };
      expect(await run(["demote", "first_one"], "", serverSettings)).toMatchObject({ code: 0 });
    } finally {
      await embeddedDatabase.stop();
    }
    expect(await run(["demote", "second_one"], "", { DATA_DIR: dataDir })).toEqual({
      code: 1,
      output: "There is no other administrator. Promote someone else first.\n",
    });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

test("invalid arguments print the usage", async () => {
  for (const args of [["--bogus"], ["promote", "a", "b"]]) {
    const { code, output } = await run(args);
    expect([code, output.startsWith("Usage: npm run admin")]).toEqual([1, true]);
  }
  expect(await runAsProcess(["--bogus"])).toEqual(await run(["--bogus"]));
});
