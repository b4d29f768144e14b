import { z } from "zod";
import { decodeCursor, encodeCursor } from "#server/platform/list-cursor.ts";

const KEYS = z.tuple([z.literal("found"), z.number(), z.guid()]);

/** A place in a ranked list: rank and id of the last thing shown. */
export function writeCursor(rank: number, id: string): string {
  return encodeCursor(["found", rank, id]);
}

/** Throws invalid_input for one that no search gave out. */
export function readCursor(cursor: string): { rank: number; id: string } {
  const [, rank, id] = decodeCursor(KEYS, cursor);
  return { rank, id };
}
