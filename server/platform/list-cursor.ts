import type { z } from "zod";
import { AppError } from "#core/errors.ts";
import { isStorable } from "./is-storable.ts";

/**
 * The maximum length of a cursor. Only search cursors come close to it, because they also contain variants of the
 * search terms.
 */
const CURSOR_LENGTH_MAX = 4000;

/** Encodes a list position, which consists of the sort values of the last row shown, for use in a URL. */
export function encodeCursor(keys: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(keys)).toString("base64url");
}

/** Parses a cursor. Returns null if there is none or it is invalid, for example because it belongs to another list. */
export function parseCursor<Keys>(schema: z.ZodType<Keys>, cursor: string | null): Keys | null {
  if (cursor === null || cursor.length > CURSOR_LENGTH_MAX) return null;
  try {
    const keys = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    // Anyone can write a cursor, and its text is used in SQL.
    return isStorable(keys) ? schema.parse(keys) : null;
  } catch {
    return null;
  }
}

/** Parses a cursor. Throws AppError("invalid_input") if it is invalid. */
export function decodeCursor<Keys>(schema: z.ZodType<Keys>, cursor: string): Keys {
  const keys = parseCursor(schema, cursor);
  if (keys !== null) return keys;
  throw new AppError("invalid_input", {
    message: "This page of the list no longer exists. Go back to the start of the list.",
  });
}

/** Builds a page from the rows of a statement that reads one row more than `size`. */
export function buildPage<Row, Item>(
  rows: readonly Row[],
  size: number,
  present: (row: Row) => Item,
  toCursor: (row: Row) => string,
) {
  const pageRows = rows.slice(0, size);
  const last = rows.length > size ? pageRows.at(-1) : undefined;
  return { items: pageRows.map((row) => present(row)), nextCursor: last ? toCursor(last) : null };
}
