import { type SQL, sql } from "drizzle-orm";

/** Converts a timestamp to microseconds since 1970, PostgreSQL's precision. The driver returns them as a string. */
export function toMicros(column: SQL): SQL {
  return sql`(extract(epoch from ${column}) * 1000000)::int8`;
}

/** Converts microseconds to a timestamp. */
export function microsToTime(value: number): SQL {
  return sql`(timestamptz 'epoch' + ${value}::int8 * interval '1 microsecond')`;
}

/** Converts microseconds from the database to an ISO timestamp. */
export function microsToIso(value: string): string {
  return new Date(Number(value) / 1000).toISOString();
}
