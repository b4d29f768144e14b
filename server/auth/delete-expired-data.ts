import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type pg from "pg";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import type { AuthDeps } from "./deps.ts";
import { users } from "./tables.ts";
import { closeAccount } from "./user/account-deletions.ts";

/** Rows per statement. The number is small, so that rows are only locked briefly. */
const BATCH_SIZE = 500;
/** Batches per run for each kind of data. */
const BATCHES_MAX = 40;
/** Guest accounts closed per run. */
const CLOSED_GUESTS_MAX = 200;

const SECONDS_PER_DAY = 24 * 60 * 60;
/** Sessions that haven't been used for this long are ended. */
const IDLE_SESSION_DAYS = 180;
/**
 * An access token is valid for a week at most. A session without an active refresh token can't outlive its access
 * token.
 */
const DEAD_SESSION_DAYS = 8;
/** How long a used refresh token can still be distinguished from an invalid one. */
const USED_TOKEN_DAYS = 7;
const KNOWN_DEVICE_DAYS = 180;
const FLOW_DAYS = 3;
/** How long a member can review a sign-in. The privacy policy states this period. */
const SIGN_IN_DAYS = 90;
const UNUSED_CLIENT_DAYS = 30;

/** The rows to delete are those that match `condition`, in which $1 is `seconds` ago and `expired` is the table. */
type Deletion = readonly [name: string, table: string, condition: string, seconds: number];

/**
 * Deletes expired data and returns the number of deleted rows by kind, or null if another process is already
 * deleting. Deletes a bounded number of rows per run, skips locked ones and leaves the rest to the next run.
 */
export async function deleteExpiredData(auth: AuthDeps): Promise<Readonly<Record<string, number>> | null> {
  const client = await auth.database.pool.connect();
  try {
    const { rows } = await client.query<{ isLocked: boolean }>(
      'select pg_try_advisory_lock($1) as "isLocked"',
      [ADVISORY_LOCKS.deleteExpiredAuthData],
    );
    if (!rows[0]?.isLocked) return null;
    try {
      const deletedCounts: Record<string, number> = {};
      for (const [name, table, condition, seconds] of listDeletions(auth))
        deletedCounts[name] = await repeatBatch(async () => {
          const { rowCount } = await client.query(
            `delete from ${table} where ctid = any (array(
               select ctid from ${table} as expired where ${condition} limit ${BATCH_SIZE} for update skip locked))`,
            [getTimeSecondsAgo(auth, seconds)],
          );
          return rowCount ?? 0;
        });
      const usedBefore = getTimeSecondsAgo(auth, USED_TOKEN_DAYS * SECONDS_PER_DAY);
      deletedCounts.refreshTokens = await deleteUsedRefreshTokens(client, usedBefore);
      deletedCounts.guests = await closeAbandonedGuests(auth);
      deletedCounts.emails = await auth.mailer.deleteOldMessages();
      return deletedCounts;
    } finally {
      await client.query("select pg_advisory_unlock($1)", [ADVISORY_LOCKS.deleteExpiredAuthData]);
    }
  } finally {
    client.release();
  }
}

const getTimeSecondsAgo = ({ clock }: AuthDeps, seconds: number) =>
  new Date(clock.now().getTime() - seconds * 1000);

function listDeletions({ config }: AuthDeps): Deletion[] {
  const { unconfirmedDays, emailSpacingSeconds, smsSpacingSeconds, sessions } = config.auth;
  const { timeboxSeconds, inactivitySeconds } = sessions;
  const sessionUnused = "greatest(created_at, refreshed_at, last_seen_at) < $1";
  const deletions: Deletion[] = [
    ["idleSessions", "auth.sessions", sessionUnused, IDLE_SESSION_DAYS * SECONDS_PER_DAY],
    [
      "deadSessions",
      "auth.sessions",
      `${sessionUnused} and not exists (
        select from auth.refresh_tokens r where r.session_id = expired.id and r.revoked_at is null)`,
      DEAD_SESSION_DAYS * SECONDS_PER_DAY,
    ],
    ["codes", "auth.one_time_tokens", "expires_at < $1", SECONDS_PER_DAY],
    ["flows", "auth.flow_states", "created_at < $1", FLOW_DAYS * SECONDS_PER_DAY],
    ["samlRequests", "auth.saml_requests", "created_at < $1", SECONDS_PER_DAY],
    ["samlAssertions", "auth.saml_assertions", "expires_at < $1", 0],
    ["oauthFlows", "auth.oauth_flows", "created_at < $1", SECONDS_PER_DAY],
    // Used codes remain for a day, so that their reuse ends the session.
    ["oauthAuthorizations", "auth.oauth_authorizations", "created_at < $1", SECONDS_PER_DAY],
    // Apps that registered themselves and have no grants.
    [
      "oauthClients",
      "auth.oauth_clients",
      `registration = 'dynamic' and created_at < $1 and not exists (
        select from auth.oauth_grants g where g.client_id = expired.id)`,
      UNUSED_CLIENT_DAYS * SECONDS_PER_DAY,
    ],
    ["providerTests", "auth.provider_tests", "created_at < $1", SECONDS_PER_DAY],
    ["usedIdTokens", "auth.used_id_tokens", "expires_at < $1", 0],
    ["usedWalletMessages", "auth.used_wallet_messages", "expires_at < $1", 0],
    ["challenges", "auth.mfa_challenges", "created_at < $1", SECONDS_PER_DAY],
    ["passkeyChallenges", "auth.passkey_challenges", "created_at < $1", SECONDS_PER_DAY],
    [
      "unverifiedFactors",
      "auth.mfa_factors",
      "status = 'unverified' and greatest(created_at, last_challenged_at) < $1",
      SECONDS_PER_DAY,
    ],
    ["knownDevices", "auth.known_devices", "seen_at < $1", KNOWN_DEVICE_DAYS * SECONDS_PER_DAY],
    ["signIns", "auth.sign_ins", "at < $1", SIGN_IN_DAYS * SECONDS_PER_DAY],
    [
      "spacings",
      "auth.message_spacing",
      "requested_at < $1",
      Math.max(emailSpacingSeconds, smsSpacingSeconds),
    ],
    ["limits", "auth.rate_limits", "expire < extract(epoch from $1::timestamptz) * 1000", 0],
    ["releasedUsernames", "public.released_usernames", "reserved_until < $1", 0],
  ];
  // Expired sessions remain for a while, so that their tokens still get the right error.
  const graceSeconds = DEAD_SESSION_DAYS * SECONDS_PER_DAY;
  if (timeboxSeconds !== undefined)
    deletions.push(["timeboxedSessions", "auth.sessions", "created_at < $1", graceSeconds + timeboxSeconds]);
  if (inactivitySeconds !== undefined)
    deletions.push(["inactiveSessions", "auth.sessions", sessionUnused, graceSeconds + inactivitySeconds]);
  // Every account that has ever signed in has a profile. So do the accounts that are created with POST /admin/users,
  // which administrators must delete themselves.
  if (unconfirmedDays !== 0)
    deletions.push([
      "unconfirmedAccounts",
      "auth.users",
      `email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null
        and not is_anonymous and not is_sso_user and deleted_at is null
        and greatest(created_at, confirmation_sent_at, invited_at) < $1
        and not exists (select from public.profiles p where p.id = expired.id)`,
      unconfirmedDays * SECONDS_PER_DAY,
    ]);
  return deletions;
}

async function repeatBatch(deleteBatch: () => Promise<number>): Promise<number> {
  let deletedCount = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const count = await deleteBatch();
    deletedCount += count;
    if (count < BATCH_SIZE) break;
  }
  return deletedCount;
}

/**
 * Deletes used refresh tokens, except the parent of an active one: a client that never received the active token will
 * present the parent again. Children are detached first because deletes cascade.
 */
const deleteUsedRefreshTokens = (client: pg.PoolClient, usedBefore: Date): Promise<number> =>
  repeatBatch(async () => {
    await client.query("begin");
    try {
      const { rows } = await client.query<{ id: string }>(
        `select id from auth.refresh_tokens as used
         where revoked_at < $1 and created_at < $1 and not exists (
           select from auth.refresh_tokens child where child.parent_id = used.id and child.revoked_at is null)
         limit ${BATCH_SIZE} for update skip locked`,
        [usedBefore],
      );
      const ids = rows.map(({ id }) => id);
      await client.query("update auth.refresh_tokens set parent_id = null where parent_id = any ($1)", [ids]);
      await client.query("delete from auth.refresh_tokens where id = any ($1)", [ids]);
      await client.query("commit");
      return ids.length;
    } catch (error) {
      await client.query("rollback");
      throw error;
    }
  });

/**
 * Closes guest accounts that can no longer be accessed: they have no address, no session and no code to confirm an
 * address with, and last signed in long ago. Returns how many it closed.
 */
async function closeAbandonedGuests(auth: AuthDeps): Promise<number> {
  const days = auth.config.auth.unconfirmedDays;
  if (days === 0) return 0;
  const cutoff = getTimeSecondsAgo(auth, days * SECONDS_PER_DAY);
  const isAbandoned = and(
    eq(users.isAnonymous, true),
    isNull(users.deletedAt),
    lt(users.lastSignInAt, cutoff),
    sql`not exists (select from auth.one_time_tokens t
      where t.user_id = ${users.id} and t.expires_at > ${auth.clock.now().toISOString()}::timestamptz)`,
    sql`not exists (select from auth.sessions s where s.user_id = ${users.id})`,
  );
  const { db } = auth.database;
  const candidates = await db
    .select({ id: users.id })
    .from(users)
    .where(isAbandoned)
    .limit(CLOSED_GUESTS_MAX);
  let closedCount = 0;
  for (const { id } of candidates)
    closedCount += await db.transaction(async (tx) => {
      const [guest] = await tx
        .select()
        .from(users)
        .where(and(eq(users.id, id), isAbandoned))
        .for("update", { skipLocked: true });
      if (!guest) return 0;
      await closeAccount(auth, tx, guest);
      return 1;
    });
  return closedCount;
}
