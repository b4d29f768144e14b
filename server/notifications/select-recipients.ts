import { type SQL, sql } from "drizzle-orm";
import { DEFAULT_PREFERENCES, EMAIL_AFTER_MINUTES } from "#core/notifications/kinds.ts";
import { buildPublishSql } from "#server/platform/announcements.ts";

const DEFAULTS = sql.join(
  Object.entries(DEFAULT_PREFERENCES).map(([kind, choice]) => sql`(${kind}, ${choice})`),
  sql`, `,
);

interface Context {
  readonly now: Date;
  /** Members who muted this thread are excluded; null if there is none. */
  readonly postId: string | null;
  /** The actor is never notified. */
  readonly actorId: string | null;
}

/**
 * The middle of a statement that starts with `with asked (member_id, kind, rank) as (…)`. Selects from those
 * members who are active and want this kind, with their kind of lowest rank, as `willing (member_id, kind,
 * mail_at)`. Locks their profiles against concurrent deletion.
 */
export function selectRecipients({ now, postId, actorId }: Context): SQL {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`
    first (kind, choice) as (values ${DEFAULTS}),
    open as (
      select distinct on (asked.member_id) asked.member_id, asked.kind, coalesce(c.choice, first.choice) as choice
      from asked
      join first on first.kind = asked.kind
      join auth.users u on u.id = asked.member_id and u.deleted_at is null
        and (u.banned_until is null or u.banned_until <= ${at})
      left join public.notification_choices c on c.member_id = asked.member_id and c.kind = asked.kind
      where asked.member_id is distinct from ${actorId}::uuid and coalesce(c.choice, first.choice) <> 'never'
        and (asked.kind = 'moderation' or not exists (
          select from public.thread_follows f
          where f.member_id = asked.member_id and f.post_id = ${postId}::uuid and f.state = 'muted'))
      order by asked.member_id, asked.rank
    ),
    here as (
      select id from public.profiles where id in (select member_id from open) order by id for key share
    ),
    willing as (
      select open.member_id, open.kind,
        case when open.choice = 'mail' then ${at} + make_interval(mins => ${EMAIL_AFTER_MINUTES}) end as mail_at
      from open join here on here.id = open.member_id
    )`;
}

/** The end of a statement: publishes one event to each member in `from`. */
export function publishToMembers(from: SQL): SQL {
  return sql`
    select ${buildPublishSql("notification", sql`jsonb_build_object('memberId', recipient.member_id)`)}
    from (select distinct member_id from ${from}) recipient`;
}
