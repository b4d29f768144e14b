import type pg from "pg";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import type { AuthDeps } from "./deps.ts";
import { closeAbandonedGuests } from "./user/close-abandoned-guests.ts";

/** Rows per statement. They are few, so that locks are short. */
const BATCH_SIZE = 500;
/** Statements per table and run. */
const BATCHES_MAX = 40;

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session that hasn't been used for this long has ended. */
const IDLE_SESSION_DAYS = 180;
/** An access token is valid for a week at most. A session without a refresh token can't outlive it. */
const DEAD_SESSION_DAYS = 8;
/** How long a used refresh token can still be distinguished from an invalid one. */
const USED_TOKEN_DAYS = 7;
const KNOWN_DEVICE_DAYS = 180;
const FLOW_DAYS = 3;
/** How long a member can review a sign-in. The privacy policy states it. */
const SIGN_IN_DAYS = 90;
const UNUSED_CLIENT_DAYS = 30;

interface Deletion {
  readonly name: string;
  /** In `table` and `where`, $1 is the time `before` which matching rows are deleted. */
  readonly table: string;
  readonly where: string;
  readonly before: Date;
}

/** Deleted rows by kind. Null when another process is already deleting. */
export type DeletedCounts = Readonly<Record<string, number>> | null;

/**
 * Deletes expired data: sessions, tokens, codes, flows, known devices, recent sign-ins, rate limits, name
 * reservations, accounts that were never confirmed, abandoned guest accounts, and old emails. Deletes a bounded
 * number of rows per run, skips locked ones and leaves the rest to the next run. Only one process runs it at a
 * time.
 */
export async function deleteExpiredData(auth: AuthDeps): Promise<DeletedCounts> {
  const client = await auth.database.pool.connect();
  try {
    const { rows } = await client.query<{ isLocked: boolean }>(
      'select pg_try_advisory_lock($1) as "isLocked"',
      [ADVISORY_LOCKS.deleteExpiredAuthData],
    );
    if (!rows[0]?.isLocked) return null;
    try {
      const deletedCounts: Record<string, number> = {};
      for (const deletion of buildDeletions(auth))
        deletedCounts[deletion.name] = await deleteFromTable(client, deletion);
      deletedCounts.refreshTokens = await deleteUsedRefreshTokens(
        client,
        subtractDays(auth, USED_TOKEN_DAYS),
      );
      deletedCounts.guests = await closeAbandonedGuests(auth);
      deletedCounts.emails = await auth.mailer.deleteOldEmails();
      return deletedCounts;
    } finally {
      await client.query("select pg_advisory_unlock($1)", [ADVISORY_LOCKS.deleteExpiredAuthData]);
    }
  } finally {
    client.release();
  }
}

const subtractDays = ({ clock }: AuthDeps, days: number) => new Date(clock.now().getTime() - days * DAY_MS);

function buildDeletions(auth: AuthDeps): Deletion[] {
  const { config, clock } = auth;
  const { unconfirmedDays, emailSpacingSeconds, smsSpacingSeconds } = config.auth;
  const spacing = Math.max(emailSpacingSeconds, smsSpacingSeconds) * 1000;
  const lastUse = "greatest(created_at, refreshed_at, last_seen_at)";
  return [
    {
      name: "idleSessions",
      table: "auth.sessions",
      where: `${lastUse} < $1`,
      before: subtractDays(auth, IDLE_SESSION_DAYS),
    },
    {
      name: "deadSessions",
      table: "auth.sessions",
      where: `${lastUse} < $1 and not exists (
        select from auth.refresh_tokens r where r.session_id = expired.id and r.revoked_at is null)`,
      before: subtractDays(auth, DEAD_SESSION_DAYS),
    },
    // Expired sessions remain for a while, so that their tokens still get the right error.
    ...[
      { name: "timeboxedSessions", since: "created_at", seconds: config.auth.sessions.timeboxSeconds },
      { name: "inactiveSessions", since: lastUse, seconds: config.auth.sessions.inactivitySeconds },
    ].flatMap(({ name, since, seconds }) =>
      seconds === undefined
        ? []
        : [
            {
              name,
              table: "auth.sessions",
              where: `${since} < $1`,
              before: new Date(subtractDays(auth, DEAD_SESSION_DAYS).getTime() - seconds * 1000),
            },
          ],
    ),
    {
      name: "codes",
      table: "auth.one_time_tokens",
      where: "expires_at < $1",
      before: subtractDays(auth, 1),
    },
    {
      name: "flows",
      table: "auth.flow_states",
      where: "created_at < $1",
      before: subtractDays(auth, FLOW_DAYS),
    },
    {
      name: "samlRequests",
      table: "auth.saml_requests",
      where: "created_at < $1",
      before: subtractDays(auth, 1),
    },
    {
      name: "samlAssertions",
      table: "auth.saml_assertions",
      where: "expires_at < $1",
      before: clock.now(),
    },
    {
      name: "oauthFlows",
      table: "auth.oauth_flows",
      where: "created_at < $1",
      before: subtractDays(auth, 1),
    },
    // Used codes remain for a day, so that their reuse ends the session.
    {
      name: "oauthAuthorizations",
      table: "auth.oauth_authorizations",
      where: "created_at < $1",
      before: subtractDays(auth, 1),
    },
    // Apps that registered themselves and that no member has authorized.
    {
      name: "oauthClients",
      table: "auth.oauth_clients",
      where: `registration = 'dynamic' and created_at < $1 and not exists (
        select from auth.oauth_grants g where g.client_id = expired.id)`,
      before: subtractDays(auth, UNUSED_CLIENT_DAYS),
    },
    {
      name: "providerTests",
      table: "auth.provider_tests",
      where: "created_at < $1",
      before: subtractDays(auth, 1),
    },
    {
      name: "usedIdTokens",
      table: "auth.used_id_tokens",
      where: "expires_at < $1",
      before: clock.now(),
    },
    {
      name: "usedWalletMessages",
      table: "auth.used_wallet_messages",
      where: "expires_at < $1",
      before: clock.now(),
    },
    {
      name: "challenges",
      table: "auth.mfa_challenges",
      where: "created_at < $1",
      before: subtractDays(auth, 1),
    },
    {
      name: "passkeyChallenges",
      table: "auth.passkey_challenges",
      where: "created_at < $1",
      before: subtractDays(auth, 1),
    },
    {
      name: "unverifiedFactors",
      table: "auth.mfa_factors",
      where: "status = 'unverified' and greatest(created_at, last_challenged_at) < $1",
      before: subtractDays(auth, 1),
    },
    {
      name: "knownDevices",
      table: "auth.known_devices",
      where: "seen_at < $1",
      before: subtractDays(auth, KNOWN_DEVICE_DAYS),
    },
    {
      name: "signIns",
      table: "auth.sign_ins",
      where: "at < $1",
      before: subtractDays(auth, SIGN_IN_DAYS),
    },
    {
      name: "spacings",
      table: "auth.message_spacing",
      where: "requested_at < $1",
      before: new Date(clock.now().getTime() - spacing),
    },
    {
      name: "limits",
      table: "auth.rate_limits",
      where: "expire < extract(epoch from $1::timestamptz) * 1000",
      before: clock.now(),
    },
    {
      name: "releasedUsernames",
      table: "public.released_usernames",
      where: "reserved_until < $1",
      before: clock.now(),
    },
    // Every account that has ever signed in has a profile. So do accounts created by administrators, who must
    // delete those themselves.
    ...(unconfirmedDays === 0
      ? []
      : [
          {
            name: "unconfirmedAccounts",
            table: "auth.users",
            where: `email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null
              and not is_anonymous and not is_sso_user and deleted_at is null
              and greatest(created_at, confirmation_sent_at, invited_at) < $1
              and not exists (select from public.profiles p where p.id = expired.id)`,
            before: subtractDays(auth, unconfirmedDays),
          },
        ]),
  ];
}

async function deleteFromTable(client: pg.PoolClient, { table, where, before }: Deletion): Promise<number> {
  let deletedCount = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const { rowCount } = await client.query(
      `delete from ${table} where ctid = any (array(
         select ctid from ${table} as expired where ${where} limit ${BATCH_SIZE} for update skip locked))`,
      [before],
    );
    deletedCount += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH_SIZE) break;
  }
  return deletedCount;
}

/**
 * Deletes used refresh tokens, except the parent of an active one: a client that lost the response will
 * present it again. Children are detached first because deletes cascade.
 */
async function deleteUsedRefreshTokens(client: pg.PoolClient, before: Date): Promise<number> {
  let deletedCount = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    await client.query("begin");
    try {
      const { rows } = await client.query<{ id: string }>(
        `select id from auth.refresh_tokens as used
         where revoked_at < $1 and created_at < $1 and not exists (
           select from auth.refresh_tokens child where child.parent_id = used.id and child.revoked_at is null)
         limit ${BATCH_SIZE} for update skip locked`,
        [before],
      );
      const ids = rows.map(({ id }) => id);
      await client.query("update auth.refresh_tokens set parent_id = null where parent_id = any ($1)", [ids]);
      await client.query("delete from auth.refresh_tokens where id = any ($1)", [ids]);
      await client.query("commit");
      deletedCount += ids.length;
      if (ids.length < BATCH_SIZE) break;
    } catch (error) {
      await client.query("rollback");
      throw error;
    }
  }
  return deletedCount;
}
