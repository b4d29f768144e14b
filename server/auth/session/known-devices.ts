import { createHmac, randomUUID } from "node:crypto";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { toAddressGroup, toAddressNetwork } from "#server/platform/client-address.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { knownDevices, type UserRow, users } from "../tables.ts";
import { type Address, matchesAddress } from "../user/create-account.ts";
import { describeDevice } from "./describe-device.ts";

/** Whether the account has signed in from this IP address before. Takes the same time for unknown accounts. */
export async function isKnownIp(auth: AuthDeps, userId: string | undefined, ip: string): Promise<boolean> {
  const id = userId ?? randomUUID();
  const isSame = and(eq(knownDevices.userId, id), eq(knownDevices.fingerprint, hashIp(auth, id, ip)));
  return (await auth.database.db.$count(knownDevices, isSame)) > 0;
}

/** Whether the account with this email address or phone number has signed in from this IP address before. */
export async function isKnownIpForAddress(auth: AuthDeps, address: Address, ip: string): Promise<boolean> {
  const [user] = await auth.database.db.select({ id: users.id }).from(users).where(matchesAddress(address));
  return isKnownIp(auth, user?.id, ip);
}

/** Describes the device in plain words, without names of unknown software, which could be any text. */
export const nameDevice = ({ userAgent }: ClientInfo): string =>
  describeDevice(userAgent, { namesApp: false });

/**
 * Records the device (browser and system on a network) and the IP address. Returns whether the device is new, which is
 * false for the first sign-in.
 */
export async function recordDevice(auth: AuthDeps, tx: Tx, user: UserRow, client: ClientInfo) {
  const fingerprint = createHmac("sha256", auth.keys.symmetric)
    .update(`device\n${user.id}\n${nameDevice(client)}\n${toAddressNetwork(client.ip)}`)
    .digest();
  const ipFingerprint = hashIp(auth, user.id, client.ip);
  const [match] = await tx
    .select({
      isKnownDevice: matchesAny(sql`${knownDevices.fingerprint} = ${fingerprint}`),
      hasDevices: matchesAny(sql`${knownDevices.isDevice}`),
      isKnownIp: matchesAny(sql`${knownDevices.fingerprint} = ${ipFingerprint}`),
    })
    .from(knownDevices)
    .where(eq(knownDevices.userId, user.id));
  await recordFingerprint(auth, tx, { userId: user.id, fingerprint, isDevice: true });
  await recordFingerprint(auth, tx, { userId: user.id, fingerprint: ipFingerprint, isDevice: false });
  const isFirstSignIn = user.lastSignInAt === null;
  // Earlier versions didn't record devices; accept a known IP address instead.
  const isKnown = match?.isKnownDevice || (!match?.hasDevices && match?.isKnownIp);
  return !isFirstSignIn && !isKnown;
}

async function recordFingerprint(
  auth: AuthDeps,
  tx: Tx,
  entry: Pick<typeof knownDevices.$inferInsert, "userId" | "fingerprint" | "isDevice">,
): Promise<void> {
  const now = auth.clock.now();
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000).toISOString();
  await tx
    .insert(knownDevices)
    .values({ ...entry, seenAt: now })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.fingerprint],
      set: { seenAt: now },
      setWhere: sql`${knownDevices.seenAt} < ${dayAgo}::timestamptz`,
    });
}

const matchesAny = (condition: SQL) => sql`coalesce(bool_or(${condition}), false)`.mapWith(Boolean);

const hashIp = ({ keys }: AuthDeps, userId: string, ip: string) =>
  createHmac("sha256", keys.symmetric)
    .update(`place\n${userId}\n${toAddressGroup(ip)}`)
    .digest();
