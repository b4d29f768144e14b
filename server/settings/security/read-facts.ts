import { sql } from "drizzle-orm";
import { countPendingMigrations, type Database } from "#server/database/index.ts";
import type { Clock } from "#server/platform/clock.ts";

const FAILURE_DAYS = 7;
const NAMES_MAX = 10;

export interface DatabaseFacts {
  /** The demo accounts that can sign in, grouped by password hash. */
  readonly demoAccountGroups: readonly {
    readonly hash: string;
    readonly accountCount: number;
    readonly adminCount: number;
  }[];
  readonly adminCount: number;
  /** Administrators without two-factor authentication or SSO; unprotectedNames lists some of them. */
  readonly unprotectedCount: number;
  readonly unprotectedNames: readonly string[];
  /** How many of the last seven days' emails and text messages failed or are being retried. */
  readonly failedEmailCount: number;
  readonly failedTextCount: number;
  readonly lastFailure: string | null;
  readonly unsentEmailCount: number;
  /** For example, "18.4". */
  readonly version: string;
  readonly major: number;
  readonly archiveMode: string;
  /** RFC 3339. */
  readonly lastArchivedAt: string | null;
  readonly pendingMigrationCount: number;
  /** The last backup that failed, if none has succeeded since. */
  readonly failedBackup: { readonly at: string; readonly error: string } | null;
}

type Row = { [Name in Exclude<keyof DatabaseFacts, "pendingMigrationCount">]: DatabaseFacts[Name] };

/** Reads what the security check needs to know about the database and its content. */
export async function readFacts({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Promise<DatabaseFacts> {
  const now = clock.now();
  const nowIso = now.toISOString();
  const since = new Date(now.getTime() - FAILURE_DAYS * 86_400_000).toISOString();
  const [{ rows }, pendingMigrationCount] = await Promise.all([
    database.db.execute<Row>(sql`
      with unprotected as (
        select p.username from public.user_roles r
        join auth.users u on u.id = r.user_id join public.profiles p on p.id = u.id
        where r.role = 'admin' and u.deleted_at is null and not u.is_sso_user and not exists (
          select from auth.mfa_factors f
          where f.user_id = u.id and f.status = 'verified' and f.factor_type <> 'recovery_code')
      ), failed as (
        select channel, error, created_at from email.outbox
        where created_at > ${since}::timestamptz and (state = 'failed' or (state = 'waiting' and error is not null))
      )
      select
        (select coalesce(json_agg(d), '[]') from (
          select u.encrypted_password as hash, count(*)::int as "accountCount",
            (count(*) filter (where r.role = 'admin'))::int as "adminCount"
          from auth.users u left join public.user_roles r on r.user_id = u.id
          where u.raw_app_meta_data @> '{"demo": true}' and u.deleted_at is null
            and u.encrypted_password like '$%'
            and (u.banned_until is null or u.banned_until <= ${nowIso}::timestamptz)
          group by 1) d) as "demoAccountGroups",
        (select count(*)::int from public.user_roles r join auth.users u on u.id = r.user_id
          where r.role = 'admin' and u.deleted_at is null) as "adminCount",
        (select count(*)::int from unprotected) as "unprotectedCount",
        (select coalesce(json_agg(username), '[]') from (select username from unprotected order by 1 limit ${NAMES_MAX}) n)
          as "unprotectedNames",
        (select count(*)::int from failed where channel = 'email') as "failedEmailCount",
        (select count(*)::int from failed where channel <> 'email') as "failedTextCount",
        (select error from failed order by created_at desc limit 1) as "lastFailure",
        (select count(*)::int from email.outbox where state = 'stored' and channel = 'email') as "unsentEmailCount",
        split_part(current_setting('server_version'), ' ', 1) as "version",
        current_setting('server_version_num')::int / 10000 as "major",
        current_setting('archive_mode') as "archiveMode",
        (select to_char(last_archived_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
          from pg_stat_archiver) as "lastArchivedAt",
        (select json_build_object('at', ended_at, 'error', error) from public.backups f
          where error is not null and not exists (
            select from public.backups later where later.error is null and later.id > f.id)
          order by id desc limit 1) as "failedBackup"`),
    countPendingMigrations(database.pool),
  ]);
  const [row] = rows;
  if (!row) throw new Error("the query returned no row");
  return { ...row, pendingMigrationCount };
}
