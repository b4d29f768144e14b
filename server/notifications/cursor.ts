import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { AppError } from "#core/errors.ts";

const CURSOR = z.tuple([z.int().min(0).max(Number.MAX_SAFE_INTEGER), z.guid()]);
const MICROS = /^\d{1,16}$/;

/** A place in the list, as the address carries it: the time of the last one shown, in whole microseconds, and its id. */
export function writeCursor(micros: string, id: string): string {
  return Buffer.from(JSON.stringify([Number(micros), id])).toString("base64url");
}

/** Throws AppError("invalid_input") for one that was made by hand. */
export function readCursor(cursor: string): { micros: number; id: string } {
  let value: unknown;
  try {
    value = cursor.length > 200 ? null : JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    value = null;
  }
  const parsed = CURSOR.safeParse(value);
  if (parsed.success) return { micros: parsed.data[0], id: parsed.data[1] };
  throw new AppError("invalid_input", {
    message: "This page of the list no longer exists. Please start at its beginning.",
  });
}

export const microsOf = (column: SQL): SQL => sql`(extract(epoch from ${column}) * 1000000)::int8`;

/** The time that so many microseconds mean; null for what are none. */
export function timeOfMicros(micros: number | string): SQL | null {
  if (!MICROS.test(String(micros))) return null;
  return sql`(timestamptz 'epoch' + ${Number(micros)}::int8 * interval '1 microsecond')`;
}

export const isoOfMicros = (micros: string): string => new Date(Number(micros) / 1000).toISOString();
