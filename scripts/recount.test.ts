import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { getCommandArguments } from "#server/testing/program.ts";
import { explainFailure } from "./explain-failure.ts";
import { runRecountCommand, USAGE } from "./recount.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Runs the command in this process, because starting another takes longer than the tests. */
async function run(...args: string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const environment = { DATABASE_URL: database.url, DATA_DIR: tmpdir() };
  const print = (line: string) => void lines.push(line);
  const code = await runRecountCommand(args, { environment, print }).then(
    (isCorrect) => (isCorrect ? 0 : 1),
    (error: unknown) => {
      lines.push(String(explainFailure(error, USAGE)));
      return 1;
    },
  );
  return { code, output: `${lines.join("\n")}\n` };
}

/** Runs a command as a child process. Returns its output and exit code. */
async function runScript(script: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const command = await getCommandArguments(script);
  const env = { PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: tmpdir() };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [...command, ...args], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

test("wrong counts are listed, and corrected with --repair", async () => {
  expect((await runScript("seed.ts", "--posts", "5")).code).toBe(0);
  await database.pool.query(
    "update public.forum_posts set comment_count = 7 where id = (select id from public.forum_posts limit 1)",
  );
  const result = await runScript("recount.ts");
  expect(result.output).toMatch(
    /^forum_posts\.comment_count of [0-9a-f-]{36}: 7 stored, 0 counted\n1 count differs\./,
  );
  expect(result.code).toBe(1);
  expect((await run("--repair")).code).toBe(0);
  expect(await run()).toEqual({ code: 0, output: "All stored counts are correct.\n" });
});

test("all differences are counted, even if there are many in one figure", async () => {
  await database.pool.query(
    `insert into public.forum_posts (title, content, category, tags)
     select 'One of many', 'Some text', 'tech', '{}' from generate_series(1, 1005)`,
  );
  await run("--repair");
  await database.pool.query("update public.forum_posts set comment_count = 7 where title = 'One of many'");
  const { output } = await run();
  expect(output).toMatch(/\nand 985 more\n1,005 counts differ\./);
  expect((await run("--repair")).output).toMatch(/\nCorrected 1,005 counts\.\n$/);
});

test("--help prints the usage and succeeds; invalid arguments print it and fail", async () => {
  const help = await runScript("recount.ts", "--help");
  expect([help.code, help.output.startsWith("Usage: npm run recount")]).toEqual([0, true]);
  const { code, output } = await run("--bogus");
  expect([code, output.startsWith("Usage: npm run recount")]).toEqual([1, true]);
});
