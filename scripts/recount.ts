import { parseArgs } from "node:util";
import { formatCount, formatInteger } from "#core/format-count.ts";
import { createForum } from "#server/forum/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createRateLimits } from "#server/rate-limits/index.ts";
import { type Environment, print, runCommand, withDatabase } from "./with-database.ts";

/** `npm run recount`: verifies the forum's stored counts, and corrects them on request. */
export const USAGE = `Usage: npm run recount [-- --repair]
  Recounts the forum's stored counts (votes, comments, ranks, karma, posts per day and category) and lists the
  differences.

  --repair   corrects the counts and regenerates the posts' excerpts

  Exits with 1 if differences remain.`;
const MAX_SHOWN = 20;

/** Returns false if differences remain. Throws StartError if the command can't be run. */
export async function runRecountCommand(
  args: readonly string[],
  { environment, print }: { readonly environment: Environment; print(line: string): void },
): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { repair: { type: "boolean", default: false } },
  });
  const { repair } = values;
  return withDatabase({ maxConnections: 2, environment }, async ({ config, database, addSettings }) => {
    const limits = createRateLimits(database.pool, { enabled: false });
    const forum = createForum({ database, clock: systemClock, limits, origin: config.publicUrl });
    const differences = await forum.recountForum({ repair });
    const totals = new Map(differences.map(({ figure, total }) => [figure, total]));
    const count = [...totals.values()].reduce((sum, total) => sum + total, 0);
    for (const { figure, id, stored, counted } of differences.slice(0, MAX_SHOWN))
      print(`${figure} of ${id}: ${stored} stored, ${counted} counted`);
    if (count > MAX_SHOWN) print(`and ${formatInteger(count - MAX_SHOWN)} more`);
    if (count === 0) print("All stored counts are correct.");
    else if (repair) print(`Corrected ${formatCount(count, "count")}.`);
    else
      print(
        addSettings(
          `${formatCount(count, "count")} ${count === 1 ? "differs" : "differ"}. To correct ${count === 1 ? "it" : "them"}, run: npm run recount -- --repair`,
        ),
      );
    return count === 0 || repair;
  });
}

if (import.meta.main)
  await runCommand(async () => {
    const isCorrect = await runRecountCommand(process.argv.slice(2), { environment: process.env, print });
    if (!isCorrect) process.exitCode = 1;
  }, USAGE);
