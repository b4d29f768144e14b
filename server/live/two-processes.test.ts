import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { insertMember } from "#server/testing/members.ts";
import { type Program, startProgram } from "#server/testing/program.ts";
import { listen, type TestStream } from "./testing.ts";

let database: TestDatabase;
/** Two server processes on one database. */
let programs: [Program, Program];
beforeAll(async () => {
  database = await createTestDatabase();
  const start = () => startProgram({ DATABASE_URL: database.url, AUTH_RATE_LIMITS: "off" });
  programs = [await start(), await start()];
});
afterAll(async () => {
  await Promise.all((programs ?? []).map((program) => program.stop()));
  await database.drop();
});

const openStream = ({ url }: Program, userAgent: string): Promise<TestStream> =>
  listen(
    { http: { request: (path, init) => fetch(url + path, init) } },
    { headers: { "User-Agent": userAgent } },
  );
/** Far enough in the future that only live processes count. */
const LATER = "now() + interval '35 seconds'";
const countOnline = async (when = "now()") =>
  (await database.pool.query<{ count: number }>(`select count_online(${when}) as count`)).rows[0]?.count;

test("every process sends each change; visitors of a killed process go offline, and a stopping process ends its streams", async () => {
  const [first, second] = programs;
  const streams = [await openStream(first, "Browser one"), await openStream(second, "Browser two")];
  const ada = await insertMember(database, "ada");
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into forum_posts (title, content, category, author_id) values ('A post', 'Some text.', 'ai', $1) returning id`,
    [ada.id],
  );
  for (const stream of streams)
    await stream.waitForEvent(({ posts }) => posts?.some(({ id }) => id === rows[0]?.id) === true);
  await expect.poll(() => countOnline()).toBe(2);

  await first.kill();
  await streams[0]?.ended;
  // At LATER, the killed process counts as dead, while the other one has continued to send heartbeats.
  await expect.poll(() => countOnline(LATER)).toBe(1);

  const pendingStop = second.stop();
  await streams[1]?.ended;
  await pendingStop;
  expect(await countOnline(LATER)).toBe(0);
});
