import { readFile } from "node:fs/promises";
import { BUILT_IN_SOURCES, type ListedSource, readSourceList } from "#core/news/sources.ts";
import { StartError } from "#server/platform/start-error.ts";

/** The feeds of the file that NEWS_SOURCES names, or the built-in ones. Throws StartError, one line for each mistake. */
export async function loadSourceList(file: string | undefined): Promise<readonly ListedSource[]> {
  if (file === undefined) return BUILT_IN_SOURCES;
  try {
    return readSourceList(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "there is no such file" : message;
    throw new StartError(`NEWS_SOURCES: ${file}: ${why}`, { cause: error });
  }
}
