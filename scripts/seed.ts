import { parseArgs } from "node:util";
import { formatCount } from "#core/format-count.ts";
import { generatePosts } from "#server/demo/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { StartError } from "#server/platform/start-error.ts";
import { print, runCommand, withDatabase } from "./with-database.ts";

const USAGE = `Usage: npm run seed -- --posts N
  Adds N generated posts (1 to 10000000) to the database, for benchmarks. They can't be removed.`;

function parseCount(): number {
  const { values } = parseArgs({ options: { posts: { type: "string" } } });
  const posts = Number(values.posts);
  if (!Number.isInteger(posts) || posts < 1 || posts > 10_000_000) throw new StartError(USAGE);
  return posts;
}

await runCommand(async () => {
  const posts = parseCount();
  await withDatabase({ maxConnections: 2, createsSite: true }, async ({ database }) => {
    const startedAt = performance.now();
    const result = await generatePosts({ database, clock: systemClock }, { posts, log: print });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    print(
      `Created ${formatCount(result.posts, "post")} with ${formatCount(result.votes, "vote")} in ${seconds} s.`,
    );
  });
}, USAGE);
