import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { timeOfMicros } from "#server/database/index.ts";
import { decodeCursor, encodeCursor } from "#server/platform/list-cursor.ts";

const KEYS = z.tuple([z.literal("news"), z.int().min(0).max(Number.MAX_SAFE_INTEGER), z.guid()]);

/** Where a list of news ended: the time of its last article in whole microseconds, as PostgreSQL keeps it, and its id. */
export function writeCursor(micros: number, id: string): string {
  return encodeCursor(["news", micros, id]);
}

/** The articles after that place. Throws invalid_input for a cursor that no list gave out. */
export function afterCursor(cursor: string): SQL {
  const [, micros, id] = decodeCursor(KEYS, cursor);
  return sql`(a.published_at, a.id) < (${timeOfMicros(micros)}, ${id}::uuid)`;
}
