import { z } from "zod";
import { decodeCursor, encodeCursor } from "#server/platform/list-cursor.ts";

export { microsToIso, microsToTime, toMicros } from "#server/database/index.ts";

/** Times are in microseconds, PostgreSQL's precision, so that no row is lost between two pages. */
export function formatCursor(order: string, keys: readonly (string | number | boolean)[]): string {
  return encodeCursor([order, ...keys]);
}

const micros = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const rank = z.number();
const count = z.int32().min(0);

/** Each order's name, then its sort values, most significant first. */
const KEYS = {
  hot: z.tuple([z.literal("hot"), z.boolean(), rank, z.guid()]),
  new: z.tuple([z.literal("new"), micros, z.guid()]),
  top: z.tuple([z.literal("top"), count, micros, z.guid()]),
  "comments-new": z.tuple([z.literal("comments-new"), micros, z.guid()]),
  "comments-old": z.tuple([z.literal("comments-old"), micros, z.guid()]),
  unread: z.tuple([z.literal("unread"), micros, z.guid()]),
  saved: z.tuple([z.literal("saved"), micros, z.guid()]),
  "comments-best": z.tuple([z.literal("comments-best"), rank, micros, z.guid()]),
};

export type ListOrder = keyof typeof KEYS;
type Keys<Order extends ListOrder> = z.infer<(typeof KEYS)[Order]>;

/** Throws invalid_input for a malformed cursor or one from another sort order. */
export function parseCursor<Order extends ListOrder>(order: Order, cursor: string): Keys<Order> {
  return decodeCursor<unknown>(KEYS[order], cursor) as Keys<Order>;
}
