import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import {
  DEFAULT_PREFERENCES,
  isAllowedPreference,
  isNotificationPreference,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationPreference,
  type NotificationPreferences,
} from "#core/notifications/kinds.ts";
import type { Db, Tx } from "#server/database/index.ts";
import type { NotificationDeps } from "./deps.ts";

/** Returns the preference for every kind, which is the default unless the member chose another. */
export async function loadPreferences(db: Db | Tx, memberId: string): Promise<NotificationPreferences> {
  const { rows } = await db.execute<{ kind: NotificationKind; preference: NotificationPreference }>(sql`
    select kind, preference from public.notification_preferences where member_id = ${memberId}::uuid`);
  return {
    ...DEFAULT_PREFERENCES,
    ...Object.fromEntries(rows.map(({ kind, preference }) => [kind, preference])),
  };
}

/** Throws AppError: not_signed_in. */
export async function readOwnPreferences({ database }: NotificationDeps, viewer: Viewer) {
  if (viewer === null) throw new AppError("not_signed_in");
  return loadPreferences(database.db, viewer.id);
}

/** Saves the preference for every kind. Throws AppError: not_signed_in, invalid_input with fields. */
export async function saveOwnPreferences(
  { database }: NotificationDeps,
  viewer: Viewer,
  input: Readonly<Record<string, string>>,
): Promise<NotificationPreferences> {
  if (viewer === null) throw new AppError("not_signed_in");
  const fieldErrors: Record<string, string> = {};
  const preferences: Partial<Record<NotificationKind, NotificationPreference>> = {};
  for (const kind of NOTIFICATION_KINDS) {
    const preference = input[kind];
    if (isNotificationPreference(preference) && isAllowedPreference(kind, preference))
      preferences[kind] = preference;
    else fieldErrors[kind] = "Choose an option.";
  }
  if (Object.keys(fieldErrors).length > 0) throw new AppError("invalid_input", { fieldErrors });
  await upsertPreferences(database.db, viewer.id, preferences);
  return { ...DEFAULT_PREFERENCES, ...preferences };
}

/** Saves preferences and cancels pending emails of kinds that are no longer emailed. */
export async function upsertPreferences(
  db: Db | Tx,
  memberId: string,
  preferences: Readonly<Partial<Record<NotificationKind, NotificationPreference>>>,
): Promise<void> {
  await db.execute(sql`
    with input as (
      select ${memberId}::uuid as member_id, kind, preference
      from jsonb_each_text(${JSON.stringify(preferences)}::jsonb) as entries (kind, preference)
    ),
    canceled_emails as (
      update public.notifications n set email_at = null
      from input c where n.member_id = c.member_id and n.kind = c.kind and c.preference <> 'email' and n.email_at is not null
        and n.read_at is null
    )
    insert into public.notification_preferences (member_id, kind, preference) select member_id, kind, preference from input
    on conflict (member_id, kind) do update set preference = excluded.preference`);
}
