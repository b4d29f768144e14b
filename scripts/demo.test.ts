import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPasswords } from "#server/auth/index.ts";
import { loadDemoCommunity } from "#server/demo/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createLog } from "#server/platform/log.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createEdge } from "#server/testing/edge.ts";
import { runDemoCommand, USAGE } from "./demo.ts";
import { explainFailure } from "./explain-failure.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const hashPassword = (password: string) => createPasswords().hash(password);
  await loadDemoCommunity({ database, log: createLog("silent"), clock: systemClock, hashPassword });
});
afterAll(() => database.drop());

async function run(args: readonly string[], answer: boolean | null = null, url = database.url) {
  const lines: string[] = [];
  const environment = { DATABASE_URL: url, DATA_DIR: tmpdir() };
  const terminal = { environment, print: (line: string) => lines.push(line), confirm: async () => answer };
  const code = await runDemoCommand(args, terminal).then(
    () => 0,
    (error) => {
      lines.push(String(explainFailure(error, USAGE)));
      return 1;
    },
  );
  return { code, output: lines.join("\n") };
}
const countUsers = async () => (await database.pool.query("select from auth.users")).rowCount;

test("the command shows what it would delete, and deletes nothing without confirmation", async () => {
  const unconfirmedRun = await run(["remove"]);
  expect(unconfirmedRun.code).toBe(1);
  expect(unconfirmedRun.output).toMatch(
    /^This deletes 13 members, 69 posts, \d+ comments, [\d,]+ votes and 3 reports\./,
  );
  expect(unconfirmedRun.output).toContain("To confirm, add --yes.");
  expect(await run(["remove"], false)).toMatchObject({
    code: 0,
    output: expect.stringContaining("Nothing was removed."),
  });
  expect(await countUsers()).toBe(13);
  for (const args of [[], ["delete"], ["remove", "--bogus"]])
    expect(await run(args)).toEqual({ code: 1, output: USAGE });
});

test("the command says that nothing is left to delete if every demo account was claimed", async () => {
  const claimedDatabase = await createTestDatabase();
  try {
    const hashPassword = async () => "a password of their own";
    const deps = { database: claimedDatabase, log: createLog("silent"), clock: systemClock };
    await loadDemoCommunity({ ...deps, hashPassword });
    // As after an interrupted removal.
    await claimedDatabase.pool.query("truncate public.forum_posts, public.report_groups cascade");
    const { output } = await run(["remove"], false, claimedDatabase.url);
    expect(output).toMatch(/^Nothing is left to delete\.\n/);
  } finally {
    await claimedDatabase.drop();
  }
});

test("the command removes the demo community while the site is running, and the site notices without a restart", async () => {
  const { app } = await createEdge({ database, environment: { AUTH_RATE_LIMITS: "off" }, hasDemo: true });
  app.announcements.start();
  try {
    expect((await app.settings.read()).hasDemo).toBe(true);
    const removal = await run(["remove", "--yes"]);
    expect(removal).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /The demo community was removed\.\nThere is no administrator\. Create one with:\n {2}DATABASE_URL="\$DATABASE_URL" DATA_DIR=\S+ npm run admin -- create /,
      ),
    });
    expect(await countUsers()).toBe(0);
    await expect.poll(async () => (await app.settings.read()).hasDemo).toBe(false);
    expect(await run(["remove"])).toEqual({ code: 0, output: "There is no demo community." });
  } finally {
    await app.announcements.stop();
  }
});
