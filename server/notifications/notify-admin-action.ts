import { sql } from "drizzle-orm";
import type { NotifiedAdminAction } from "#core/notifications/admin-actions.ts";
import type { Tx } from "#server/database/index.ts";
import { publishToMembers, selectRecipients } from "./select-recipients.ts";

interface AdminActionNotification {
  readonly action: NotifiedAdminAction;
  /** The recipient: the author, a reporter or the affected member. Null (no notification) if they left. */
  readonly memberId: string | null;
  /** The administrator; null for the operator. */
  readonly actorId: string | null;
  readonly postId?: string | null;
  readonly commentId?: string | null;
  readonly name?: string;
  readonly reason?: string;
  /** Whether a separate email is sent, so that the notification isn't emailed too. */
  readonly hasSeparateEmail?: boolean;
  readonly now: Date;
}

const NAME_MAX = 300;
const EXCERPT_MAX = 500;

/** Notifies a member of an admin action, unless they performed it themselves. */
export async function notifyAdminAction(tx: Tx, notification: AdminActionNotification): Promise<void> {
  const {
    action,
    memberId,
    actorId,
    postId = null,
    commentId = null,
    name = "",
    reason = "",
    now,
  } = notification;
  if (memberId === null || memberId === actorId) return;
  await tx.execute(sql`
    with candidates (member_id, kind, rank) as (select ${memberId}::uuid, 'moderation', 1),
    ${selectRecipients({ now, postId, actorId })},
    inserted as (
      insert into public.notifications (member_id, kind, admin_action, post_id, comment_id, name, excerpt, at, email_at)
      select member_id, kind, ${action}, (select id from public.forum_posts where id = ${postId}::uuid),
        (select id from public.comments where id = ${commentId}::uuid), ${truncate(name, NAME_MAX)}, ${truncate(reason, EXCERPT_MAX)},
        ${now.toISOString()}::timestamptz, ${notification.hasSeparateEmail ? sql`null::timestamptz` : sql`email_at`}
      from recipients returning member_id
    )
    ${publishToMembers(sql`inserted`)}`);
}

const truncate = (text: string, length: number) => [...text].slice(0, length).join("");
