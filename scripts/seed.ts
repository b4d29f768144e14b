import { parseArgs } from "node:util";
import { readConfig } from "#server/config.ts";
import { migrate, openDatabase } from "#server/database/index.ts";
import { generatePosts } from "#server/demo/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createLog } from "#server/platform/log.ts";
import { StartError } from "#server/platform/start-error.ts";

/**
 * `npm run seed -- --posts N`: makes N more posts for measurement, in the database of DATABASE_URL or in the
 * embedded one of DATA_DIR (with the program stopped).
 */
const USAGE = "Usage: npm run seed -- --posts N   (N from 1 to 10000000)";

async function seed(): Promise<void> {
  const posts = readCount();
  const { databaseUrl, dataDir, logLevel } = readConfig(process.env);
  const say = (line: string) => console.log(line);
  const embedded = databaseUrl === undefined ? await startEmbedded(dataDir, say) : null;
  try {
    const url = databaseUrl ?? embedded?.url ?? "";
    await migrate(url);
    const database = openDatabase({ url, log: createLog(logLevel), maxConnections: 2 });
    try {
      const began = performance.now();
      const made = await generatePosts({ database, clock: systemClock }, { posts, say });
      const seconds = Math.round((performance.now() - began) / 1000);
      say(`Made ${made.posts} posts with ${made.votes} votes in ${seconds} s.`);
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}

async function startEmbedded(dataDir: string, say: (line: string) => void) {
  const { startEmbeddedPostgres } = await import("#server/database/embedded/index.ts");
  return startEmbeddedPostgres({ dataDir, say });
}

function readCount(): number {
  const { values } = parseArgs({ options: { posts: { type: "string" } } });
  const posts = Number(values.posts);
  if (!Number.isInteger(posts) || posts < 1 || posts > 10_000_000) throw new StartError(USAGE);
  return posts;
}

try {
  await seed();
} catch (error) {
  const isPlain =
    error instanceof StartError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  console.error(isPlain ? (error as Error).message : error);
  process.exitCode = 1;
}
