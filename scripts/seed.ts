import { parseArgs } from "node:util";
import { formatCount } from "#core/format-count.ts";
import { generatePosts } from "#server/demo/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { StartError } from "#server/platform/start-error.ts";
import { print, runCommand, withDatabase } from "./with-database.ts";

const USAGE = `Usage: npm run seed -- --posts N
  Adds N generated posts (1 to 10000000) to the database, for benchmarks. They can't be removed.`;

function parsePostCount(): number {
  const { values } = parseArgs({ options: { posts: { type: "string" } } });
  const count = Number(values.posts);
  if (!Number.isInteger(count) || count < 1 || count > 10_000_000) throw new StartError(USAGE);
  return count;
}

await runCommand(async () => {
  const postCount = parsePostCount();
  await withDatabase({ maxConnections: 2, createsSite: true }, async ({ database }) => {
    const startedAt = performance.now();
    const result = await generatePosts({ database, clock: systemClock }, { postCount, log: print });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    print(
      `Created ${formatCount(result.posts, "post")} with ${formatCount(result.votes, "vote")} in ${seconds} s.`,
    );
  });
}, USAGE);
