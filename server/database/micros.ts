import { type SQL, sql } from "drizzle-orm";

/** A time column as whole microseconds since 1970, as PostgreSQL keeps it (a string in the result). */
export function microsOf(column: SQL): SQL {
  return sql`(extract(epoch from ${column}) * 1000000)::int8`;
}

/** The time that so many microseconds mean. */
export function timeOfMicros(value: number): SQL {
  return sql`(timestamptz 'epoch' + ${value}::int8 * interval '1 microsecond')`;
}

/** Microseconds, as the database gave them, in the form that screens read. */
export function isoOfMicros(value: string): string {
  return new Date(Number(value) / 1000).toISOString();
}
