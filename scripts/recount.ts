import { parseArgs } from "node:util";
import { formatCount } from "#core/format-count.ts";
import { createForum } from "#server/forum/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createRateLimits } from "#server/rate-limits/index.ts";
import { print, runCommand, withDatabase } from "./with-database.ts";

/** The command exits with 1 if differences remain. */
const USAGE = `Usage: npm run recount [-- --repair]
  Recounts every stored count (votes, comments, ranks, karma, daily counts) and lists the differences.

  --repair   corrects the counts and regenerates the posts' excerpts`;
const SHOWN = 20;

await runCommand(async () => {
  const { values } = parseArgs({ options: { repair: { type: "boolean", default: false } } });
  const { repair } = values;
  await withDatabase({ maxConnections: 2 }, async ({ config, database, addSettings }) => {
    const limits = createRateLimits(database.pool, { enabled: false });
    const forum = createForum({ database, clock: systemClock, limits, origin: config.publicUrl });
    const differences = await forum.recountForum({ repair });
    for (const { figure, id, stored, counted } of differences.slice(0, SHOWN))
      print(`${figure} of ${id}: ${stored} stored, ${counted} counted`);
    if (differences.length > SHOWN) print(`and ${differences.length - SHOWN} more`);
    if (differences.length === 0) print("All stored counts are correct.");
    else if (repair) print(`Corrected ${formatCount(differences.length, "count")}.`);
    else
      print(
        addSettings(
          `${formatCount(differences.length, "count")} ${differences.length === 1 ? "differs" : "differ"}. To correct them, run: npm run recount -- --repair`,
        ),
      );
    if (differences.length > 0 && !repair) process.exitCode = 1;
  });
}, USAGE);
