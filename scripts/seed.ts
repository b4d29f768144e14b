import { parseArgs } from "node:util";
import { generatePosts } from "#server/demo/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { StartError } from "#server/platform/start-error.ts";
import { runCommand, say, withDatabase } from "./with-database.ts";

/** `npm run seed -- --posts N`: creates N additional posts for measurements. */
const USAGE = "Usage: npm run seed -- --posts N   (N from 1 to 10000000)";

function readCount(): number {
  const { values } = parseArgs({ options: { posts: { type: "string" } } });
  const posts = Number(values.posts);
  if (!Number.isInteger(posts) || posts < 1 || posts > 10_000_000) throw new StartError(USAGE);
  return posts;
}

await runCommand(async () => {
  const posts = readCount();
  await withDatabase({ maxConnections: 2 }, async ({ database }) => {
    const startedAt = performance.now();
    const created = await generatePosts({ database, clock: systemClock }, { posts, say });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    say(`Created ${created.posts} posts with ${created.votes} votes in ${seconds} s.`);
  });
}, USAGE);
