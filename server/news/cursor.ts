import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { AppError } from "#core/errors.ts";

const place = z.tuple([z.literal("news"), z.int().min(0).max(Number.MAX_SAFE_INTEGER), z.guid()]);

/** Where a list of news ended: the time of its last article in whole microseconds, as PostgreSQL keeps it, and its id. */
export function writeCursor(micros: number, id: string): string {
  return Buffer.from(JSON.stringify(["news", micros, id])).toString("base64url");
}

/** The articles after that place. Throws invalid_input for a cursor that no list gave out. */
export function afterCursor(cursor: string): SQL {
  let value: unknown;
  try {
    value = cursor.length > 200 ? null : JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    value = null;
  }
  const parsed = place.safeParse(value);
  if (!parsed.success) {
    throw new AppError("invalid_input", {
      message: "This page of the list no longer exists. Please start at its beginning.",
    });
  }
  const [, micros, id] = parsed.data;
  return sql`(a.published_at, a.id)
    < (timestamptz 'epoch' + ${micros}::int8 * interval '1 microsecond', ${id}::uuid)`;
}
