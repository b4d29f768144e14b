import { z } from "zod";
import { decodeCursor, encodeCursor } from "#server/platform/list-cursor.ts";

const KEYS = z.tuple([z.int().min(0).max(Number.MAX_SAFE_INTEGER), z.guid()]);

export function formatCursor(micros: string, id: string): string {
  return encodeCursor([Number(micros), id]);
}

export function parseCursor(cursor: string): { micros: number; id: string } {
  const [micros, id] = decodeCursor(KEYS, cursor);
  return { micros, id };
}
