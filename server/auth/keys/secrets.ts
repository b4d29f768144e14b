import { eq } from "drizzle-orm";
import type { Db } from "#server/database/index.ts";
import { secrets } from "../tables.ts";

/**
 * Returns a secret from the database, after creating it on first use. If several processes start at the same time, one
 * insert wins, and all use its value.
 */
export async function getSharedSecret<T>(db: Db, name: string, create: () => T | Promise<T>): Promise<T> {
  const storedValue = await readSecret<T>(db, name);
  if (storedValue !== undefined) return storedValue;
  await db
    .insert(secrets)
    .values({ name, value: await create() })
    .onConflictDoNothing();
  const sharedValue = await readSecret<T>(db, name);
  if (sharedValue === undefined) throw new Error(`the secret ${name} could not be stored`);
  return sharedValue;
}

async function readSecret<T>(db: Db, name: string): Promise<T | undefined> {
  const [row] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name));
  return row?.value as T | undefined;
}
