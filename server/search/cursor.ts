import { z } from "zod";
import { AppError } from "#core/errors.ts";

const KEYS = z.tuple([z.literal("found"), z.number(), z.guid()]);

/** A place in a ranked list: rank and id of the last thing shown. */
export function writeCursor(rank: number, id: string): string {
  return Buffer.from(JSON.stringify(["found", rank, id])).toString("base64url");
}

/** Throws invalid_input for one that no search gave out. */
export function readCursor(cursor: string): { rank: number; id: string } {
  let value: unknown = null;
  try {
    if (cursor.length <= 400) value = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    // Not one of ours.
  }
  const parsed = KEYS.safeParse(value);
  if (!parsed.success) {
    throw new AppError("invalid_input", {
      message: "This page of the list no longer exists. Please start at its beginning.",
    });
  }
  return { rank: parsed.data[1], id: parsed.data[2] };
}
