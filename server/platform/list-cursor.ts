import type { z } from "zod";
import { AppError } from "#core/errors.ts";

/** Longer than any that a list gives out; a longer one is not decoded at all. */
const MAX_LENGTH = 400;

/** A place in a list as the address carries it: the sort values of the last row shown. */
export function encodeCursor(keys: readonly (string | number | boolean)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString("base64url");
}

/** Reads one back; null for none, and for one of another list or made by hand. */
export function parseCursor<Keys>(schema: z.ZodType<Keys>, cursor: string | null): Keys | null {
  if (cursor === null || cursor.length > MAX_LENGTH) return null;
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    return null;
  }
}

/** The same where a bad one is refused. Throws AppError("invalid_input"). */
export function decodeCursor<Keys>(schema: z.ZodType<Keys>, cursor: string): Keys {
  const keys = parseCursor(schema, cursor);
  if (keys !== null) return keys;
  throw new AppError("invalid_input", {
    message: "This page of the list no longer exists. Please start at its beginning.",
  });
}
