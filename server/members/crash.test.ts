import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { insertMember } from "#server/testing/members.ts";
import { type Program, startProgram } from "#server/testing/program.ts";

const SECRET = "a secret only for this crash test";

let database: TestDatabase;
let dataDir: string;
let program: Program | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "lattice-leaving-"));
  await chmod(dataDir, 0o755);
});
afterAll(async () => {
  await program?.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = async () => {
  program = await startProgram({ DATABASE_URL: database.url, DATA_DIR: dataDir, AUTH_JWT_SECRET: SECRET });
  return program;
};
const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

test("a crash during a deletion leaves the account closed, and the next start completes the deletion", async () => {
  const leaver = await insertMember(database, "leaver");
  const [post] = await query(
    `insert into public.forum_posts (title, content, category, author_id, upvotes)
     values ('A post', 'Some text.', 'ai', $1, 1) returning id`,
    [leaver.id],
  );
  await query("insert into public.votes (user_id, post_id, vote_type) values ($1, $2, 1)", [
    leaver.id,
    post.id,
  ]);

  const first = await start();
  const token = await new SignJWT({ role: "service_role" })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(SECRET));
  // The forum's step waits for a locked table, and the process is killed while it waits.
  const blocker = await database.pool.connect();
  await blocker.query("begin; lock table public.post_drafts in access exclusive mode");
  const deletion = fetch(`${first.url}/auth/v1/admin/users/${leaver.id}`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${token}` },
  }).catch(() => null);
  const listWaitingQueries = () =>
    query(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%post_drafts%'",
    );
  await expect.poll(listWaitingQueries).toHaveLength(1);
  await first.kill();
  await deletion;
  await blocker.query("rollback");
  blocker.release();
  await expect.poll(listWaitingQueries).toEqual([]);

  expect(await query("select email, encrypted_password from auth.users where id = $1", [leaver.id])).toEqual([
    { email: null, encrypted_password: null },
  ]);
  expect(await query("select author_id, upvotes from public.forum_posts")).toEqual([
    { author_id: leaver.id, upvotes: 1 },
  ]);
  // Backdates the attempt: a recent deletion isn't resumed, because another process could still be working on it.
  await query("update auth.account_deletions set attempted_at = attempted_at - interval '6 minutes'");

  await start();
  await expect.poll(() => query("select from auth.users")).toEqual([]);
  expect(await query("select author_id, upvotes from public.forum_posts")).toEqual([
    { author_id: null, upvotes: 0 },
  ]);
  for (const table of ["auth.account_deletions", "public.profiles", "public.votes"])
    expect(await query(`select from ${table}`), table).toEqual([]);
});
