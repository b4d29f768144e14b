import { createHmac, randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { describeDevice } from "#core/accounts/describe-device.ts";
import type { Tx } from "#server/database/index.ts";
import { addressGroup, addressNetwork } from "#server/platform/client-address.ts";
import type { AuthContext, From } from "../context.ts";
import { knownPlaces, users } from "../tables.ts";
import { type Address, hasAddress } from "../user/make-account.ts";

/** Notes that the account has signed in from there; once a day is enough. */
export async function notePlace(auth: AuthContext, tx: Tx, userId: string, ip: string): Promise<void> {
  await noteSeen(auth, tx, userId, placeOf(auth, userId, ip));
}

async function noteSeen(auth: AuthContext, tx: Tx, userId: string, place: Buffer): Promise<void> {
  const now = auth.clock.now();
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000).toISOString();
  await tx
    .insert(knownPlaces)
    .values({ userId, place, seenAt: now })
    .onConflictDoUpdate({
      target: [knownPlaces.userId, knownPlaces.place],
      set: { seenAt: now },
      setWhere: sql`${knownPlaces.seenAt} < ${dayAgo}::timestamptz`,
    });
}

/** Whether the account has signed in from there before. Nobody's account takes as long to ask for as somebody's. */
export async function isKnownPlace(
  auth: AuthContext,
  userId: string | undefined,
  ip: string,
): Promise<boolean> {
  const id = userId ?? randomUUID();
  const rows = await auth.database.db
    .select({ seenAt: knownPlaces.seenAt })
    .from(knownPlaces)
    .where(and(eq(knownPlaces.userId, id), eq(knownPlaces.place, placeOf(auth, id, ip))));
  return rows.length > 0;
}

/** The same of the account with an address or number, which need not exist. */
export async function isKnownIpOf(auth: AuthContext, address: Address, ip: string): Promise<boolean> {
  const [user] = await auth.database.db.select({ id: users.id }).from(users).where(hasAddress(address));
  return isKnownPlace(auth, user?.id, ip);
}

/** The device in plain words. A program's own name is left out: it could say anything to the owner. */
export const nameDevice = ({ userAgent }: From): string =>
  describeDevice(userAgent).replace(/^A program .*/, "A program");

/**
 * Notes the device that an account signs in with, and says whether it is new: a browser and system not seen from this
 * network before. The first device of an account is not new.
 */
export async function noteDevice(auth: AuthContext, tx: Tx, userId: string, from: From): Promise<boolean> {
  const device = nameDevice(from);
  const digest = createHmac("sha256", auth.keys.seal)
    .update(`device\n${userId}\n${device}\n${addressNetwork(from.ip)}`)
    .digest();
  const [known] = await tx
    .select({
      any: sql<boolean>`count(*) > 0`,
      same: sql<boolean>`coalesce(bool_or(${knownPlaces.place} = ${digest}), false)`,
    })
    .from(knownPlaces)
    .where(eq(knownPlaces.userId, userId));
  await noteSeen(auth, tx, userId, digest);
  return known?.any === true && !known.same;
}

const placeOf = ({ keys }: AuthContext, userId: string, ip: string) =>
  createHmac("sha256", keys.seal)
    .update(`place\n${userId}\n${addressGroup(ip)}`)
    .digest();
