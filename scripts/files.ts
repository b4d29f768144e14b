import { parseArgs } from "node:util";
import { formatCount, formatInteger } from "#core/format-count.ts";
import { formatSize } from "#core/format-size.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/index.ts";
import {
  createDiskStore,
  createS3Store,
  deleteCopies,
  type MoveReport,
  moveFiles,
  readLocation,
  requireReachableBucket,
  type StoreName,
} from "#server/files/index.ts";
import { createAnnouncements } from "#server/platform/announcements.ts";
import type { Log } from "#server/platform/log.ts";
import { StartError } from "#server/platform/start-error.ts";
import { SITE_FILES_SQL } from "#server/site-files.ts";
import { limitRate } from "./progress.ts";
import { type Environment, print, runCommand, withDatabase } from "./with-database.ts";

/** `npm run files`: shows where the site's files are, moves them between the disk and S3, and deletes old copies. */
export const USAGE = `Usage: npm run files -- status
       npm run files -- move --to s3|disk
       npm run files -- delete-copies

  status          shows where the site's files are
  move            moves all files to S3 or to the disk, and verifies each copy. The site can be in use. Restart all
                  instances with the S3 settings first. If a move is interrupted, run the command again.
  delete-copies   deletes the old copies. Wait an hour after all files have been moved.`;

interface Terminal {
  readonly environment: Environment;
  print(line: string): void;
}

interface Site {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
}

/** Each store as it appears in a sentence. */
const PLACES: Readonly<Record<StoreName, string>> = { disk: "on the disk", s3: "on S3" };

/** Returns false if some files couldn't be moved. Throws StartError if the command can't be run. */
export async function runFilesCommand(args: readonly string[], { environment, print }: Terminal) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { to: { type: "string" } },
  });
  const [action, ...extraArguments] = positionals;
  const { to } = values;
  const isMove = action === "move" && (to === "s3" || to === "disk");
  if (
    extraArguments.length > 0 ||
    !(isMove || ((action === "status" || action === "delete-copies") && to === undefined))
  )
    throw new StartError(USAGE);
  return withDatabase({ maxConnections: 2, environment, migrates: false }, async (site) => {
    const printLine = (line: string) => print(site.addSettings(line));
    if (action === "status") await printStatus(site, printLine);
    else if (isMove) return runMove(site, to, printLine);
    else await runDeletion(site, printLine);
    return true;
  });
}

async function printStatus({ database }: Site, print: Terminal["print"]): Promise<void> {
  const { store, previous, movedAt } = await readLocation(database.pool);
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from (${SITE_FILES_SQL}) files`,
  );
  print(`The site has ${formatCount(rows[0]?.count ?? 0, "file")} ${PLACES[store]}.`);
  if (previous && !movedAt)
    print(
      `Some may still be ${PLACES[previous]}, because the move isn't complete. To continue it: npm run files -- move --to ${store}`,
    );
  if (previous && movedAt)
    print(`Old copies are still ${PLACES[previous]}. To delete them: npm run files -- delete-copies`);
}

async function runMove(site: Site, to: StoreName, print: Terminal["print"]): Promise<boolean> {
  const { store, previous, movedAt } = await readLocation(site.database.pool);
  if (store === to && previous === null) {
    print(`All files are already ${PLACES[to]}.`);
    return true;
  }
  const report = await withStores(site, (options) =>
    moveFiles({
      ...options,
      to,
      onProgress: limitRate(({ handledCount, total, bytes }) =>
        print(
          `  ${handledCount.toLocaleString("en")} of ${formatCount(total, "file")}, ${formatSize(bytes)}`,
        ),
      ),
    }),
  );
  printReport(report, { to, previous: store === to && movedAt ? previous : null }, print);
  return report.failedCount === 0;
}

/** `previous` is the store with the old copies if an earlier move was already complete; otherwise null. */
function printReport(
  report: MoveReport,
  { to, previous }: { to: StoreName; previous: StoreName | null },
  print: Terminal["print"],
): void {
  print(
    `Moved ${formatCount(report.movedCount, "file")} (${formatSize(report.bytes)}) and verified the copies.`,
  );
  if (report.missingCount > 0) {
    print(
      `${report.missingCount.toLocaleString("en")} of the site's files ${report.missingCount === 1 ? "was" : "were"} already missing before the move:`,
    );
    for (const path of report.missingPaths) print(`  ${path}`);
    printRest(report.missingCount - report.missingPaths.length, print);
  }
  if (report.failedCount > 0) {
    print(
      report.hasStopped
        ? "Stopped, because too many files in a row couldn't be moved:"
        : `${formatCount(report.failedCount, "file")} couldn't be moved:`,
    );
    for (const { path, reason } of report.failures) print(`  ${path}: ${reason}`);
    printRest(report.failedCount - report.failures.length, print);
    print(
      "Until all files are moved, the site uses both the disk and S3. To continue, run the command again.",
    );
    return;
  }
  print(
    previous
      ? `The site's files are ${PLACES[to]}. Old copies are still ${PLACES[previous]}. To delete them: npm run files -- delete-copies`
      : `The site's files are now ${PLACES[to]}. In an hour, you can delete the old copies: npm run files -- delete-copies`,
  );
}

function printRest(count: number, print: Terminal["print"]): void {
  if (count > 0) print(`  and ${formatInteger(count)} more`);
}

async function runDeletion(site: Site, print: Terminal["print"]): Promise<void> {
  const count = await withStores(site, deleteCopies);
  print(`Deleted ${formatCount(count, "old copy", "old copies")}.`);
}

/** Checks the bucket, and connects to the site's processes. Throws StartError if S3 isn't configured or can't be used. */
async function withStores<T>(
  { config, database, log }: Site,
  work: (options: Omit<Parameters<typeof moveFiles>[0], "to">) => Promise<T>,
): Promise<T> {
  const { s3 } = config.storage;
  if (!s3)
    throw new StartError(
      "S3 isn't configured. Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY to the same values as for the site.",
    );
  const stores = { disk: createDiskStore(config.dataDir), s3: createS3Store(s3, log) };
  await requireReachableBucket(stores.s3, s3);
  const announcements = createAnnouncements({ url: database.url, log });
  announcements.start();
  try {
    return await work({
      url: database.url,
      stores,
      filesSql: SITE_FILES_SQL,
      waitForDelivery: () => announcements.waitForDelivery(),
    });
  } finally {
    await announcements.stop();
  }
}

if (import.meta.main)
  await runCommand(async () => {
    const isComplete = await runFilesCommand(process.argv.slice(2), { environment: process.env, print });
    if (!isComplete) process.exitCode = 1;
  }, USAGE);
