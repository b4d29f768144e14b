import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { microsToTime } from "#server/database/index.ts";
import { decodeCursor, encodeCursor } from "#server/platform/list-cursor.ts";

const KEYS = z.tuple([z.literal("news"), z.int().min(0).max(Number.MAX_SAFE_INTEGER), z.guid()]);

export function formatCursor(micros: number, id: string): string {
  return encodeCursor(["news", micros, id]);
}

/** Throws invalid_input. */
export function parseCursor(cursor: string): { micros: number; id: string } {
  const [, micros, id] = decodeCursor(KEYS, cursor);
  return { micros, id };
}

/** Throws invalid_input. */
export function buildCursorCondition(cursor: string): SQL {
  const { micros, id } = parseCursor(cursor);
  return sql`(a.published_at, a.id) < (${microsToTime(micros)}, ${id}::uuid)`;
}
