import { type SQL, sql } from "drizzle-orm";
import { DEFAULT_PREFERENCES, EMAIL_AFTER_MINUTES } from "#core/notifications/kinds.ts";
import { buildPublishSql } from "#server/platform/announcements.ts";

const DEFAULTS = sql.join(
  Object.entries(DEFAULT_PREFERENCES).map(([kind, preference]) => sql`(${kind}, ${preference})`),
  sql`, `,
);

interface Context {
  readonly now: Date;
  /** Members who muted this thread are only notified of admin actions. Null if there is no thread. */
  readonly postId: string | null;
  /** The actor is never notified. */
  readonly actorId: string | null;
}

/**
 * Builds the middle of a statement that starts with `with candidates (member_id, kind, rank) as (…)`. Narrows
 * the candidates to active members who want the notification, selects the kind with the lowest rank for each, and
 * returns them as `recipients (member_id, kind, email_at)`. Locks their profiles against concurrent deletion.
 */
export function selectRecipients({ now, postId, actorId }: Context): SQL {
  const nowSql = sql`${now.toISOString()}::timestamptz`;
  return sql`
    defaults (kind, preference) as (values ${DEFAULTS}),
    eligible as (
      select distinct on (candidates.member_id) candidates.member_id, candidates.kind, coalesce(c.preference, defaults.preference) as preference
      from candidates
      join defaults on defaults.kind = candidates.kind
      join auth.users u on u.id = candidates.member_id and u.deleted_at is null
        and (u.banned_until is null or u.banned_until <= ${nowSql})
      left join public.notification_preferences c on c.member_id = candidates.member_id and c.kind = candidates.kind
      where candidates.member_id is distinct from ${actorId}::uuid and coalesce(c.preference, defaults.preference) <> 'never'
        and (candidates.kind = 'moderation' or not exists (
          select from public.thread_follows f
          where f.member_id = candidates.member_id and f.post_id = ${postId}::uuid and f.state = 'muted'))
      order by candidates.member_id, candidates.rank
    ),
    locked as (
      select id from public.profiles where id in (select member_id from eligible) order by id for key share
    ),
    recipients as (
      select eligible.member_id, eligible.kind,
        case when eligible.preference = 'email' then ${nowSql} + make_interval(mins => ${EMAIL_AFTER_MINUTES}) end as email_at
      from eligible join locked on locked.id = eligible.member_id
    )`;
}

/** Builds the end of a statement that publishes one announcement for each member in `from`. */
export function publishToMembers(from: SQL): SQL {
  return sql`
    select ${buildPublishSql("notification", sql`jsonb_build_object('memberId', recipient.member_id)`)}
    from (select distinct member_id from ${from}) recipient`;
}
