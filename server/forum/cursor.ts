import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { AppError } from "#core/errors.ts";

/**
 * A place in a list as the address carries it: which order it belongs to, then the sort values of the last row
 * shown. Times are whole microseconds, as PostgreSQL keeps them, so that no row falls between two pages.
 */
export function writeCursor(order: string, keys: readonly (string | number | boolean)[]): string {
  return Buffer.from(JSON.stringify([order, ...keys])).toString("base64url");
}

const micros = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const rank = z.number();
const count = z.int32().min(0);

/** The sort values of each order, most significant first. */
const KEYS = {
  hot: z.tuple([z.literal("hot"), z.boolean(), rank, z.guid()]),
  new: z.tuple([z.literal("new"), micros, z.guid()]),
  top: z.tuple([z.literal("top"), count, micros, z.guid()]),
  relevance: z.tuple([z.literal("relevance"), rank, z.guid()]),
  "comments-new": z.tuple([z.literal("comments-new"), micros, z.guid()]),
  "comments-old": z.tuple([z.literal("comments-old"), micros, z.guid()]),
  saved: z.tuple([z.literal("saved"), micros, z.guid()]),
  "comments-best": z.tuple([z.literal("comments-best"), rank, micros, z.guid()]),
};

export type ListOrder = keyof typeof KEYS;
type Keys<Order extends ListOrder> = z.infer<(typeof KEYS)[Order]>;

/** Reads a cursor of the given order back. Throws invalid_input for one of another order or made by hand. */
export function readCursor<Order extends ListOrder>(order: Order, cursor: string): Keys<Order> {
  let value: unknown;
  try {
    value = cursor.length > 400 ? null : JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    value = null;
  }
  const parsed = KEYS[order].safeParse(value);
  if (parsed.success) return parsed.data as Keys<Order>;
  throw new AppError("invalid_input", {
    message: "This page of the list no longer exists. Please start at its beginning.",
  });
}

/** A time column as whole microseconds since 1970 (a string in the result). */
export function microsOf(column: SQL): SQL {
  return sql`(extract(epoch from ${column}) * 1000000)::int8`;
}

/** The time that so many microseconds mean. */
export function timeOfMicros(value: number): SQL {
  return sql`(timestamptz 'epoch' + ${value}::int8 * interval '1 microsecond')`;
}

/** Microseconds, as the database gave them, in the form that screens read. */
export function isoOfMicros(value: string): string {
  return new Date(Number(value) / 1000).toISOString();
}
