import { sql } from "drizzle-orm";
import { MAIL_LINES, MAIL_SPACING_MINUTES } from "#core/notifications/kinds.ts";
import { notificationLine } from "#core/notifications/wording.ts";
import type { Tx } from "#server/database/index.ts";
import { withoutAddresses } from "#server/mail/index.ts";
import type { NotificationDeps } from "./deps.ts";
import { readNotifications } from "./list-notifications.ts";
import { unsubscribeLink } from "./unsubscribe.ts";

/** Members whom one statement looks up. */
const AT_ONCE = 100;

/**
 * Writes to everybody for whom something waits to be mailed and is not read yet, one mail each with all of it; whoever
 * had one within the last half hour waits. Each is one transaction that holds the member's place, so that two programs
 * never write twice. Resolves with how many were written.
 */
export async function sendNotificationMails(deps: NotificationDeps, signal?: AbortSignal): Promise<number> {
  const { database, clock, mail } = deps;
  let written = 0;
  for (let after: string | null = null; !signal?.aborted; ) {
    const { rows }: { rows: { member_id: string }[] } = await database.db.execute<{ member_id: string }>(sql`
      select distinct n.member_id from public.notifications n
      left join public.notification_mails m on m.member_id = n.member_id
      where n.mail_at <= ${clock.now().toISOString()}::timestamptz and n.read_at is null
        and (m.last_at is null or m.last_at <= ${spacedSince(clock.now())}::timestamptz)
        and (${after}::uuid is null or n.member_id > ${after}::uuid)
      order by n.member_id limit ${AT_ONCE}`);
    for (const { member_id: memberId } of rows) {
      if (signal?.aborted) break;
      try {
        if (await database.db.transaction((tx) => writeTo(deps, tx, memberId))) written += 1;
      } catch (error) {
        // One who cannot be written to keeps nobody else waiting.
        deps.log.error({ err: error, member: memberId }, "a mail of notifications was not written");
      }
    }
    after = rows.at(-1)?.member_id ?? null;
    if (rows.length < AT_ONCE) break;
  }
  if (written > 0) mail.wake();
  return written;
}

const spacedSince = (now: Date) => new Date(now.getTime() - MAIL_SPACING_MINUTES * 60_000).toISOString();

async function writeTo(deps: NotificationDeps, tx: Tx, memberId: string): Promise<boolean> {
  const { clock, mail, publicUrl } = deps;
  const now = clock.now();
  const at = sql`${now.toISOString()}::timestamptz`;
  // The place is taken by one program; another finds it taken a moment ago, and has nothing to do.
  const { rows: turn } = await tx.execute(sql`
    insert into public.notification_mails as known (member_id, last_at)
    select id, ${at} from public.profiles where id = ${memberId}::uuid
    on conflict (member_id) do update set last_at = excluded.last_at
    where known.last_at <= ${spacedSince(now)}::timestamptz returning member_id`);
  if (turn.length === 0) return false;
  // All that waits goes with it, also what came a moment ago: the next mail is half an hour away.
  const { rows: due } = await tx.execute<{ id: string }>(sql`
    update public.notifications set mail_at = null
    where id in (
      select id from public.notifications
      where member_id = ${memberId}::uuid and read_at is null and mail_at is not null order by id for update)
      and read_at is null
    returning id`);
  const { rows: reachable } = await tx.execute<{ to: string | null }>(sql`
    select coalesce(case when email_confirmed_at is not null then email end, sso_email) as to
    from auth.users where id = ${memberId}::uuid and deleted_at is null
      and (banned_until is null or banned_until <= ${at})`);
  const to = reachable[0]?.to ?? null;
  if (due.length === 0 || to === null) return false;

  const ids = sql`${sql.param(due.map(({ id }) => id))}::uuid[]`;
  const shown = await readNotifications(
    tx,
    sql`select * from public.notifications where id = any (${ids}) order by at desc, id desc limit ${MAIL_LINES}`,
  );
  await mail.queue(tx, {
    kind: "notifications",
    to,
    lines: shown.map((one) => ({
      text: notificationLine({ ...one, title: withoutAddresses(one.title) }),
      link: `${publicUrl}/notifications/${one.id}`,
    })),
    count: due.length,
    link: `${publicUrl}/notifications`,
    settings: `${publicUrl}/settings/notifications`,
    unsubscribe: unsubscribeLink(deps, memberId),
  });
  return true;
}
