import { formatUtcTime } from "#core/full-date.ts";
import { StartError } from "#server/platform/start-error.ts";
import { readLocation, readSiteId, saveLocation } from "./location.ts";
import { copyAll, type MoveOptions, withMoveLock } from "./move-files.ts";
import { getSiteFolder } from "./paths.ts";

/**
 * How long to wait after a move before deleting the old copies: longer than any upload takes, because an upload that
 * began before the move may still write to the old store.
 */
const WAIT_MS = 60 * 60 * 1000;

/**
 * Deletes the files that remain in the old store after a move. First moves files that were added there after the move.
 * Returns the number of deleted files. Throws StartError.
 */
export async function deleteCopies(
  options: Omit<MoveOptions, "to">,
  { now = new Date(), waitMs = WAIT_MS } = {},
): Promise<number> {
  return withMoveLock(options.url, async (client) => {
    const { store, previous, movedAt } = await readLocation(client);
    if (!previous) throw new StartError("There are no old copies of the files.");
    if (!movedAt)
      throw new StartError(`The move isn't complete. Finish it first: npm run files -- move --to ${store}`);
    const allowedAt = new Date(movedAt.getTime() + waitMs);
    if (now < allowedAt)
      throw new StartError(
        "Uploads that began before the move may still be running. " +
          `Run the command again after ${formatUtcTime(allowedAt)}.`,
      );
    const { failedCount } = await copyAll(client, { ...options, to: store });
    if (failedCount > 0)
      throw new StartError(
        `Not all files could be moved, so nothing was deleted. Finish the move first: npm run files -- move --to ${store}`,
      );
    const oldStore = options.stores[previous];
    let deletedCount = 0;
    // Several sites may store their news images in one folder, so only the ones that this site's rows refer to are
    // deleted.
    const { rows } = await client.query<{ path: string }>(
      `select path from (${options.filesSql}) files (path) where path like 'news-images/%'`,
    );
    const imagePaths = new Set(rows.map(({ path }) => path));
    const paths = new Set<string>();
    for await (const batch of oldStore.list("news-images"))
      for (const { path } of batch) if (imagePaths.has(path)) paths.add(path);
    const siteId = await readSiteId(client);
    if (siteId !== undefined)
      for await (const batch of oldStore.list(getSiteFolder(siteId)))
        for (const { path } of batch) paths.add(path);
    for (const path of paths) {
      await oldStore.delete(path);
      deletedCount += 1;
    }
    await saveLocation(client, { store, previous: null, movedAt: null });
    await client.query("truncate storage.moved_files");
    await options.waitForDelivery();
    return deletedCount;
  });
}
