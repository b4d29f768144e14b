import { createHmac, randomUUID } from "node:crypto";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { describeDevice } from "#core/accounts/describe-device.ts";
import type { Tx } from "#server/database/index.ts";
import { addressGroup, addressNetwork } from "#server/platform/client-address.ts";
import type { AuthContext, From } from "../context.ts";
import { knownPlaces, type UserRow, users } from "../tables.ts";
import { type Address, hasAddress } from "../user/make-account.ts";

/** Records that the account has signed in from this IP address; once a day is enough. */
export async function notePlace(auth: AuthContext, tx: Tx, userId: string, ip: string): Promise<void> {
  await noteSeen(auth, tx, { userId, place: placeOf(auth, userId, ip), isDevice: false });
}

async function noteSeen(
  auth: AuthContext,
  tx: Tx,
  seen: Pick<typeof knownPlaces.$inferInsert, "userId" | "place" | "isDevice">,
): Promise<void> {
  const now = auth.clock.now();
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000).toISOString();
  await tx
    .insert(knownPlaces)
    .values({ ...seen, seenAt: now })
    .onConflictDoUpdate({
      target: [knownPlaces.userId, knownPlaces.place],
      set: { seenAt: now },
      setWhere: sql`${knownPlaces.seenAt} < ${dayAgo}::timestamptz`,
    });
}

/** Whether the account has signed in from this IP address before. Takes the same time for unknown accounts. */
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

/** The same for an email address or phone number, which need not have an account. */
export async function isKnownIpOf(auth: AuthContext, address: Address, ip: string): Promise<boolean> {
  const [user] = await auth.database.db.select({ id: users.id }).from(users).where(hasAddress(address));
  return isKnownPlace(auth, user?.id, ip);
}

/** The device in plain words, without the names of other programs, which could say anything. */
export const nameDevice = ({ userAgent }: From): string =>
  describeDevice(userAgent).replace(/^A program .*/, "A program");

/** Records the device of a sign-in (browser and system on a network) and returns whether it is new. */
export async function noteDevice(auth: AuthContext, tx: Tx, user: UserRow, from: From): Promise<boolean> {
  const device = createHmac("sha256", auth.keys.seal)
    .update(`device\n${user.id}\n${nameDevice(from)}\n${addressNetwork(from.ip)}`)
    .digest();
  const [known] = await tx
    .select({
      thisDevice: anyOf(sql`${knownPlaces.place} = ${device}`),
      anyDevice: anyOf(sql`${knownPlaces.isDevice}`),
      thisPlace: anyOf(sql`${knownPlaces.place} = ${placeOf(auth, user.id, from.ip)}`),
    })
    .from(knownPlaces)
    .where(eq(knownPlaces.userId, user.id));
  await noteSeen(auth, tx, { userId: user.id, place: device, isDevice: true });
  const isFirstSignIn = user.lastSignInAt === null;
  // Earlier versions didn't record devices; accept a known IP address instead.
  const isKnown = known?.thisDevice || (!known?.anyDevice && known?.thisPlace);
  return !isFirstSignIn && !isKnown;
}

const anyOf = (condition: SQL) => sql<boolean>`coalesce(bool_or(${condition}), false)`;

const placeOf = ({ keys }: AuthContext, userId: string, ip: string) =>
  createHmac("sha256", keys.seal)
    .update(`place\n${userId}\n${addressGroup(ip)}`)
    .digest();
