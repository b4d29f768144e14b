import { sql } from "drizzle-orm";
import { EMAIL_LINES_MAX, EMAIL_SPACING_MINUTES } from "#core/notifications/kinds.ts";
import { formatNotification } from "#core/notifications/wording.ts";
import type { Tx } from "#server/database/index.ts";
import { removeUrls } from "#server/email/index.ts";
import type { NotificationDeps } from "./deps.ts";
import { selectNotifications } from "./list-notifications.ts";
import { buildUnsubscribeLink } from "./unsubscribe.ts";

/** The number of members per statement. */
const BATCH_SIZE = 100;

/**
 * Emails each member all their pending unread notifications together, at most once every 30 minutes. Each email is
 * queued in a transaction that claims the member, so two processes never send it twice. Returns the number of emails.
 */
export async function sendNotificationEmails(deps: NotificationDeps, signal?: AbortSignal): Promise<number> {
  const { database, clock, mailer } = deps;
  let queuedCount = 0;
  for (let after: string | null = null; !signal?.aborted; ) {
    const { rows }: { rows: { member_id: string }[] } = await database.db.execute<{ member_id: string }>(sql`
      select distinct n.member_id from public.notifications n
      left join public.notification_emails m on m.member_id = n.member_id
      where n.email_at <= ${clock.now().toISOString()}::timestamptz and n.read_at is null
        and (m.last_at is null or m.last_at <= ${getSpacingCutoff(clock.now())}::timestamptz)
        and (${after}::uuid is null or n.member_id > ${after}::uuid)
      order by n.member_id limit ${BATCH_SIZE}`);
    for (const { member_id: memberId } of rows) {
      if (signal?.aborted) break;
      try {
        if (await database.db.transaction((tx) => queueEmail(deps, tx, memberId))) queuedCount += 1;
      } catch (error) {
        // A failure for one member must not block the others.
        deps.log.error({ err: error, member: memberId }, "could not queue a notification email");
      }
    }
    after = rows.at(-1)?.member_id ?? null;
    if (rows.length < BATCH_SIZE) break;
  }
  if (queuedCount > 0) mailer.wake();
  return queuedCount;
}

const getSpacingCutoff = (now: Date) =>
  new Date(now.getTime() - EMAIL_SPACING_MINUTES * 60_000).toISOString();

async function queueEmail(deps: NotificationDeps, tx: Tx, memberId: string): Promise<boolean> {
  const { clock, mailer, publicUrl } = deps;
  const now = clock.now();
  const nowSql = sql`${now.toISOString()}::timestamptz`;
  // Claims the member: another process finds last_at updated and skips them.
  const { rows: claimedRows } = await tx.execute(sql`
    insert into public.notification_emails as existing (member_id, last_at)
    select id, ${nowSql} from public.profiles where id = ${memberId}::uuid
    on conflict (member_id) do update set last_at = excluded.last_at
    where existing.last_at <= ${getSpacingCutoff(now)}::timestamptz returning member_id`);
  if (claimedRows.length === 0) return false;
  // Includes notifications that aren't due yet, since the next email is at least 30 minutes away.
  const { rows: pendingRows } = await tx.execute<{ id: string }>(sql`
    update public.notifications set email_at = null
    where id in (
      select id from public.notifications
      where member_id = ${memberId}::uuid and read_at is null and email_at is not null order by id for update)
      and read_at is null
    returning id`);
  const { rows: accounts } = await tx.execute<{ to: string | null }>(sql`
    select coalesce(case when email_confirmed_at is not null then email end, sso_email) as to
    from auth.users where id = ${memberId}::uuid and deleted_at is null
      and (banned_until is null or banned_until <= ${nowSql})`);
  const to = accounts[0]?.to ?? null;
  if (pendingRows.length === 0 || to === null) return false;

  const ids = sql`${sql.param(pendingRows.map(({ id }) => id))}::uuid[]`;
  const notifications = await selectNotifications(
    tx,
    sql`select * from public.notifications where id = any (${ids}) order by at desc, id desc limit ${EMAIL_LINES_MAX}`,
  );
  await mailer.queue(tx, {
    kind: "notifications",
    to,
    lines: notifications.map((notification) => ({
      text: formatNotification({ ...notification, title: removeUrls(notification.title) }),
      link: `${publicUrl}/notifications/${notification.id}`,
    })),
    count: pendingRows.length,
    link: `${publicUrl}/notifications`,
    settingsLink: `${publicUrl}/settings/notifications`,
    unsubscribe: buildUnsubscribeLink(deps, memberId),
  });
  return true;
}
