import type { z } from "zod";
import { AppError } from "#core/errors.ts";

/** Longer than any that a list gives out; a longer one is not decoded at all. */
const MAX_LENGTH = 400;

/** A place in a list as the address carries it: the sort values of the last row shown. */
export function encodeCursor(keys: readonly (string | number | boolean)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString("base64url");
}

/** Reads one back. Throws AppError("invalid_input") for one of another list or made by hand. */
export function decodeCursor<Keys>(schema: z.ZodType<Keys>, cursor: string): Keys {
  let value: unknown = null;
  try {
    if (cursor.length <= MAX_LENGTH) value = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    // Not one of ours; what is null fits no schema.
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError("invalid_input", {
    message: "This page of the list no longer exists. Please start at its beginning.",
  });
}
