import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "#server/database/embedded/index.ts";
import { migrate } from "#server/database/index.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { buildRss, type FeedServer, startFeedServer } from "#server/testing/feed-server.ts";
import { getCommandArguments } from "#server/testing/program.ts";
import { explainFailure } from "./explain-failure.ts";
import { fetchNews, USAGE } from "./news.ts";

/** Runs the command in this process, which is much faster than starting another. */
async function run(sources: unknown, ...args: string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const environment = {
    NEWS_SOURCES: await writeSources(sources),
    FEED_ALLOW_PRIVATE: "on",
    DATABASE_URL: database.url,
    DATA_DIR: folder,
  };
  const joinLines = () => `${lines.join("\n")}\n`;
  try {
    const hasSucceeded = await fetchNews(args, { environment, print: (line) => lines.push(line) });
    return { code: hasSucceeded ? 0 : 1, output: joinLines() };
  } catch (error) {
    lines.push(String(explainFailure(error, USAGE)));
    return { code: 1, output: joinLines() };
  }
}

async function writeSources(sources: unknown): Promise<string> {
  const file = join(folder, "feeds.json");
  await writeFile(file, typeof sources === "string" ? sources : JSON.stringify(sources));
  return file;
}

let database: TestDatabase;
let server: FeedServer;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startFeedServer();
  folder = await mkdtemp(join(tmpdir(), "lattice-news-command-"));
});
afterAll(async () => {
  await server.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command as a child process. */
async function runAsProcess(
  settings: Record<string, string>,
  sources: unknown,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [...(await getCommandArguments("news.ts")), ...args], {
    env: {
      PATH: process.env.PATH,
      NEWS_SOURCES: await writeSources(sources),
      FEED_ALLOW_PRIVATE: "on",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}

test("the command prints the result of each source, and a second run adds nothing", async () => {
  server.on("/a", buildRss([{ title: "One", guid: "1" }, { title: "Two", guid: "2" }, { title: " " }]));
  const sources = [
    { name: "Alpha", url: `${server.origin}/a`, category: "ai" },
    { name: "Missing", url: `${server.origin}/missing`, category: "ai" },
  ];
  const firstRun = await run(sources, "fetch");
  expect(firstRun.output).toMatch(/Alpha +2 new, 0 changed, 0 unchanged, 1 skipped\n/);
  expect(firstRun.output).toMatch(/Missing +failed: its server responded with 404\n/);
  expect(firstRun.output).toContain("2 sources: 2 new, 0 changed, 0 unchanged articles; 1 source failed.");
  expect(firstRun.code).toBe(0);

  const secondRun = await run(sources, "fetch", "--source", "alpha");
  expect(secondRun.output).toMatch(/Alpha +not modified since the last fetch\n/);
  expect(secondRun.code).toBe(0);
});

test("without network access, the command says so once and exits with 1", async () => {
  const { code, output } = await run(
    [{ name: "Nowhere", url: "http://127.0.0.1:1/feed", category: "ai" }],
    "fetch",
  );
  expect(output.match(/No news source can be reached/g), output).toHaveLength(1);
  expect(code).toBe(1);
});

test("the command uses the embedded database of a running server, and explains what happened when that server stops", async () => {
  const root = await mkdtemp(join(tmpdir(), "lattice-news-embedded-"));
  // If this runs as root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(root, 0o755);
  const dataDir = join(root, "data");
  const embeddedDatabase = await startEmbeddedPostgres({
    dataDir,
    sharedFolder: join(root, "shared"),
    print: () => {},
  });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await embeddedDatabase.stop();
    isStopped = true;
  };
  try {
    await migrate(embeddedDatabase.url);
    server.on("/gamma", buildRss([{ title: "Gamma" }]));
    const sources = [{ name: "Gamma", url: `${server.origin}/gamma`, category: "ai" }];
    const completedRun = await runAsProcess({ DATA_DIR: dataDir }, sources, "fetch");
    expect(completedRun.output).toMatch(/^Fetching 1 source\.\n {2}Gamma +1 new, 0 changed, 0 unchanged\n/);
    expect(completedRun.code).toBe(0);
    const client = new pg.Client({ connectionString: embeddedDatabase.url });
    await client.connect();
    expect((await client.query("select title from public.news_articles")).rows).toEqual([{ title: "Gamma" }]);
    await client.end();

    server.on("/gamma", (_request, response) => {
      void stop().then(() => response.writeHead(200).end(buildRss([{ title: "Later" }])));
    });
    const interruptedRun = await runAsProcess({ DATA_DIR: dataDir }, sources, "fetch");
    expect(interruptedRun.output).toContain("shut down its database. Run the command again");
    expect(interruptedRun.output).not.toContain("    at ");
    expect(interruptedRun.code).toBe(1);
  } finally {
    await stop();
    await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
});

test("invalid arguments and sources are explained", async () => {
  const oneSource = [{ name: "Alpha", url: `${server.origin}/a`, category: "ai" }];
  expect(await run(oneSource, "fetch", "--source", "Beta")).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no source named "Beta". Available sources: Alpha.'),
  });
  expect(await run(oneSource, "gather")).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Usage: npm run news/),
  });
  const invalidFile = await run("[{]", "fetch");
  expect([invalidFile.code, invalidFile.output]).toEqual([
    1,
    expect.stringMatching(/^NEWS_SOURCES: .*feeds\.json: /),
  ]);
  expect(invalidFile.output).not.toContain("    at ");
});
