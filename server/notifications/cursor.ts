import { z } from "zod";
import { decodeCursor, encodeCursor } from "#server/platform/list-cursor.ts";

const KEYS = z.tuple([z.int().min(0).max(Number.MAX_SAFE_INTEGER), z.guid()]);

/** A place in the list, as the address carries it: the time of the last one shown, in whole microseconds, and its id. */
export function writeCursor(micros: string, id: string): string {
  return encodeCursor([Number(micros), id]);
}

/** Throws AppError("invalid_input") for one that was made by hand. */
export function readCursor(cursor: string): { micros: number; id: string } {
  const [micros, id] = decodeCursor(KEYS, cursor);
  return { micros, id };
}
