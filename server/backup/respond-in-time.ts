import { StartError } from "#server/platform/start-error.ts";

/** How long a folder or a bucket may take to respond, because administrators wait for it. */
export const CHECK_MS = 5_000;

const unresponsive = new Set<string>();

/**
 * Runs file operations in a folder that may be on a network drive. Throws StartError if they take too long. Such
 * operations can't be canceled and block a thread, so until they end, no others are started in that folder.
 */
export async function respondInTime<T>(
  folder: string,
  work: () => Promise<T>,
  limitMs = CHECK_MS,
): Promise<T> {
  const createError = () => new StartError(`The folder ${folder} doesn't respond.`);
  if (unresponsive.has(folder)) throw createError();
  const result = work();
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    unresponsive.add(folder);
    const forget = () => unresponsive.delete(folder);
    result.then(forget, forget);
    reject(createError());
  }, limitMs);
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
