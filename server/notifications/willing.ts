import { type SQL, sql } from "drizzle-orm";
import { FIRST_CHOICES, MAIL_AFTER_MINUTES } from "#core/notifications/kinds.ts";
import { announcing } from "#server/platform/announcements.ts";

const FIRST = sql.join(
  Object.entries(FIRST_CHOICES).map(([kind, choice]) => sql`(${kind}, ${choice})`),
  sql`, `,
);

interface About {
  readonly now: Date;
  /** Whoever muted its thread is not told; null where there is none to mute. */
  readonly postId: string | null;
  /** Who did it, and is not told of it. */
  readonly actorId: string | null;
}

/**
 * The middle of a statement that begins with `with asked (member_id, kind, rank) as (…)`: of each of those members who
 * are here, neither suspended nor leaving, and want to hear of it, the kind of the lowest rank, in `willing (member_id,
 * kind, mail_at)`. Their profiles are held, so that nobody goes meanwhile.
 */
export function findWilling({ now, postId, actorId }: About): SQL {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`
    first (kind, choice) as (values ${FIRST}),
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
        case when open.choice = 'mail' then ${at} + make_interval(mins => ${MAIL_AFTER_MINUTES}) end as mail_at
      from open join here on here.id = open.member_id
    )`;
}

/** The end of a statement: announces to each member of `from`, once. */
export function announceTo(from: SQL): SQL {
  return sql`
    select ${announcing("notification", sql`jsonb_build_object('memberId', told.member_id)`)}
    from (select distinct member_id from ${from}) told`;
}
