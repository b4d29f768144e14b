import { z } from "zod";
import { decodeCursor, encodeCursor } from "#server/platform/list-cursor.ts";

const KEYS = z.tuple([z.literal("found"), z.number(), z.guid()]);

/** The rank and id of the last result shown. */
export function formatCursor(rank: number, id: string): string {
  return encodeCursor(["found", rank, id]);
}

/** Throws invalid_input for a cursor that wasn't issued by a search. */
export function parseCursor(cursor: string): { rank: number; id: string } {
  const [, rank, id] = decodeCursor(KEYS, cursor);
  return { rank, id };
}
