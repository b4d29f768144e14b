import { withTimeout } from "#server/platform/deadline.ts";
import { StartError } from "#server/platform/start-error.ts";

/** How long a folder or a bucket may take to respond. Short, because administrators wait for it. */
export const CHECK_MS = 5_000;

const unresponsiveFolders = new Set<string>();

/**
 * Throws StartError if a folder, such as a network drive, responds too slowly. File operations can't be canceled and
 * block a thread, so until they end, no others are started in that folder.
 */
export async function respondInTime<T>(folder: string, work: () => Promise<T>, limitMs = CHECK_MS) {
  const createError = () => new StartError(`The folder ${folder} doesn't respond.`);
  if (unresponsiveFolders.has(folder)) throw createError();
  const result = work();
  return withTimeout(limitMs, result, () => {
    unresponsiveFolders.add(folder);
    const forget = () => unresponsiveFolders.delete(folder);
    result.then(forget, forget);
    return createError();
  });
}
