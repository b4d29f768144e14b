import { NEWS_FILES_SQL } from "#server/news/index.ts";
import { STORAGE_FILES_SQL } from "#server/storage/index.ts";

/** Selects the paths of all files that the site's rows refer to. */
export const SITE_FILES_SQL = `${STORAGE_FILES_SQL} union all ${NEWS_FILES_SQL}`;
