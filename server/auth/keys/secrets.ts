import { eq } from "drizzle-orm";
import type { Db } from "#server/database/index.ts";
import { secrets } from "../tables.ts";

/**
 * A secret kept in the database, made on first use. Programs that share the database and start at once agree: one
 * insert wins and everybody reads the winner's.
 */
export async function sharedSecret<T>(db: Db, name: string, make: () => T | Promise<T>): Promise<T> {
  const kept = await read<T>(db, name);
  if (kept !== undefined) return kept;
  await db
    .insert(secrets)
    .values({ name, value: await make() })
    .onConflictDoNothing();
  const winner = await read<T>(db, name);
  if (winner === undefined) throw new Error(`the secret ${name} could not be kept`);
  return winner;
}

async function read<T>(db: Db, name: string): Promise<T | undefined> {
  const [row] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name));
  return row?.value as T | undefined;
}
