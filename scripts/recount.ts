import { parseArgs } from "node:util";
import { createForum } from "#server/forum/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createRateLimits } from "#server/platform/rate-limit.ts";
import { onDatabase, runCommand, say } from "./on-database.ts";

/**
 * `npm run recount [-- --repair]`: counts every stored figure of the forum (votes, comments, ranks, karma, the days'
 * counts) again from the rows and says where they differ; `--repair` sets them right and makes excerpts anew. Ends
 * with 1 when something differs and was left.
 */
const USAGE = "Usage: npm run recount [-- --repair]";
const SHOWN = 20;

await runCommand(async () => {
  const { values } = parseArgs({ options: { repair: { type: "boolean", default: false } } });
  const { repair } = values;
  await onDatabase({ maxConnections: 2 }, async ({ config, database }) => {
    const limits = createRateLimits(database.pool, { enabled: false });
    const forum = createForum({ database, clock: systemClock, limits, origin: config.publicUrl });
    const differences = await forum.recountForum({ repair });
    for (const { figure, id, stored, counted } of differences.slice(0, SHOWN))
      say(`${figure} of ${id}: ${stored} is stored, ${counted} counted`);
    if (differences.length > SHOWN) say(`and ${differences.length - SHOWN} more`);
    if (differences.length === 0) say("Every stored figure is what the rows say.");
    else
      say(
        `${differences.length} ${repair ? "set right." : "differ. Set them right with: npm run recount -- --repair"}`,
      );
    if (differences.length > 0 && !repair) process.exitCode = 1;
  });
}, USAGE);
