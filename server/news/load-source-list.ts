import { readFile } from "node:fs/promises";
import { BUILT_IN_SOURCES, type ListedSource, parseSourceList } from "#core/news/sources.ts";
import { StartError } from "#server/platform/start-error.ts";

/**
 * Reads the list from `file`, the value of NEWS_SOURCES, or returns the built-in list if it isn't set. Throws
 * StartError with one line per problem.
 */
export async function loadSourceList(file: string | undefined): Promise<readonly ListedSource[]> {
  if (file === undefined) return BUILT_IN_SOURCES;
  try {
    return parseSourceList(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "file not found" : message;
    throw new StartError(`NEWS_SOURCES: ${file}: ${reason}`, { cause: error });
  }
}
