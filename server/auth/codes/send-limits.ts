import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import { toAddressGroup } from "#server/platform/client-address.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { isKnownIpForAddress } from "../session/known-devices.ts";
import { type UserRow, users } from "../tables.ts";
import { type Address, matchesAddress } from "../user/create-account.ts";
import { equalizeTiming } from "./equalize-timing.ts";
import {
  consumeSendAllowance,
  type Medium,
  SEND_REFUSALS,
  type SendAllowance,
  type SendQuota,
} from "./send-allowance.ts";

export type SpacingGroup = "confirmation" | "recovery" | "email_change" | "reauthentication" | SmsGroup;
type SmsGroup = "sms" | "phone_change" | "sms_reauthentication";

const SMS_GROUPS: ReadonlySet<SpacingGroup> = new Set(["sms", "phone_change", "sms_reauthentication"]);

export interface PlannedMessage {
  readonly group: SpacingGroup;
  /** Messages with any of these keys must be spaced apart: email addresses, phone numbers or an account's ID. */
  readonly keys: readonly string[];
  /** Which of these keys the recipient's hourly limit applies to. Default: the last. */
  readonly to?: string;
  readonly quota: SendQuota;
  /**
   * Whether the account has signed in from this IP address before. If so, only requests from this address count toward
   * the recipient's limit and the spacing.
   */
  readonly isKnownIp?: boolean;
}

/**
 * Runs work that may send messages, in one transaction, within the hourly limits (send-allowance.ts) and the minimum
 * time between messages of one group to one recipient. Requests count whether or not anything is sent, because
 * otherwise a later refusal would reveal that something was. Throws AuthError: over_email_send_rate_limit,
 * over_sms_send_rate_limit, sms_send_failed.
 */
export async function withSendLimits<T>(
  auth: AuthDeps,
  messages: readonly PlannedMessage[],
  { ip }: Pick<ClientInfo, "ip">,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  // Checked first and for unknown numbers too, because a refusal must not reveal which numbers are known.
  if (messages.some(({ group }) => SMS_GROUPS.has(group)) && !(await auth.mailer.isTextAvailable()))
    throw new AuthError("sms_send_failed");
  const consumedAllowances: SendAllowance[] = [];
  let result: T;
  try {
    for (const { group, keys, to = keys.at(-1) ?? "", quota, isKnownIp = false } of messages)
      consumedAllowances.push(
        await consumeSendAllowance(auth, { medium: getMedium(group), quota, to, ip, isKnownIp }),
      );
    result = await auth.database.db.transaction(async (tx) => {
      for (const { group, keys, isKnownIp } of messages)
        for (const key of [...new Set(keys)].sort())
          await enforceSpacing(auth, tx, group, isKnownIp ? `${key} ${toAddressGroup(ip)}` : key);
      return work(tx);
    });
  } catch (error) {
    for (const allowance of consumedAllowances) await allowance.refund();
    throw error;
  }
  auth.mailer.wake();
  return result;
}

/**
 * Runs work that may send a message to the account with this address, if there is one. The response takes the same time
 * if there is none. Throws the AuthErrors of withSendLimits.
 */
export const withAccount = (
  auth: AuthDeps,
  address: Address,
  { group, quota }: Pick<PlannedMessage, "group" | "quota">,
  client: ClientInfo,
  work: (tx: Tx, user: UserRow | undefined) => Promise<void>,
) =>
  equalizeTiming(auth, async () => {
    const isKnownIp = await isKnownIpForAddress(auth, address, client.ip);
    const message = { group, quota, keys: [address.email ?? address.phone], isKnownIp };
    await withSendLimits(auth, [message], client, async (tx) => {
      const [user] = await tx.select().from(users).where(matchesAddress(address)).for("no key update");
      await work(tx, user);
    });
  });

const getMedium = (group: SpacingGroup): Medium => (SMS_GROUPS.has(group) ? "sms" : "email");

/** Stores a hash, so that the table doesn't list addresses. Of several concurrent requests, only one passes. */
async function enforceSpacing(auth: AuthDeps, tx: Tx, group: SpacingGroup, key: string): Promise<void> {
  const medium = getMedium(group);
  const { emailSpacingSeconds, smsSpacingSeconds } = auth.config.auth;
  const spacingSeconds = medium === "email" ? emailSpacingSeconds : smsSpacingSeconds;
  if (spacingSeconds === 0) return;
  const now = auth.clock.now();
  const latestAllowedTime = new Date(now.getTime() - spacingSeconds * 1000);
  const digest = createHash("sha256").update(`${group}\n${key}`).digest();
  const { rowCount } = await tx.execute(sql`
    insert into auth.message_spacing (key, requested_at) values (${digest}, ${now.toISOString()})
    on conflict (key) do update set requested_at = excluded.requested_at
    where message_spacing.requested_at <= ${latestAllowedTime.toISOString()}::timestamptz`);
  if (rowCount === 0) {
    const { rows } = await tx.execute<{ requested_at: string }>(
      sql`select requested_at from auth.message_spacing where key = ${digest}`,
    );
    const waitedMs = now.getTime() - new Date(rows[0]?.requested_at ?? now).getTime();
    const remainingSeconds = Math.max(1, Math.ceil(spacingSeconds - waitedMs / 1000));
    throw new AuthError(SEND_REFUSALS[medium], {
      message: `For security purposes, you can only request this after ${remainingSeconds} seconds.`,
    });
  }
}
