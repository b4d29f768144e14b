import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { microsToTime } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { NotificationDeps } from "./deps.ts";
import { publishToMembers } from "./select-recipients.ts";

const MICROS = /^\d{1,16}$/;

/** Marks a notification as read or unread. Throws AppError: not_signed_in, notification_not_found. */
export async function markNotification(
  { database, clock }: NotificationDeps,
  viewer: Viewer,
  { id, isRead }: { readonly id: string; readonly isRead: boolean },
): Promise<void> {
  if (viewer === null) throw new AppError("not_signed_in");
  if (!isUuid(id)) throw new AppError("notification_not_found");
  const readAt = isRead ? sql`coalesce(read_at, ${clock.now().toISOString()}::timestamptz)` : sql`null`;
  const { rowCount } = await database.db.execute(sql`
    with marked as (
      update public.notifications set read_at = ${readAt}, seen_count = ${isRead ? sql`greatest(seen_count, voter_count)` : sql`0`}
      where id = ${id}::uuid and member_id = ${viewer.id}::uuid and voter_count > 0 returning member_id
    )
    ${publishToMembers(sql`marked`)}`);
  if (rowCount === 0) throw new AppError("notification_not_found");
}

/**
 * Marks all notifications up to `upTo` (from the list) as read; newer ones stay unread. Throws AppError:
 * not_signed_in, invalid_input.
 */
export async function markAllRead({ database, clock }: NotificationDeps, viewer: Viewer, upTo: string) {
  if (viewer === null) throw new AppError("not_signed_in");
  if (!MICROS.test(upTo)) throw new AppError("invalid_input");
  const until = microsToTime(Number(upTo));
  await database.db.execute(sql`
    with locked as (
      select id from public.notifications
      where member_id = ${viewer.id}::uuid and read_at is null and at <= ${until} order by id for update
    ),
    marked as (
      update public.notifications set read_at = ${clock.now().toISOString()}::timestamptz, seen_count = greatest(seen_count, voter_count)
      where id in (select id from locked) and read_at is null and at <= ${until} returning member_id
    )
    ${publishToMembers(sql`marked`)}`);
}
