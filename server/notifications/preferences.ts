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

/** A member's preferences, with defaults for the rest. One statement. */
export async function loadPreferences(db: Db | Tx, memberId: string): Promise<NotificationPreferences> {
  const { rows } = await db.execute<{ kind: NotificationKind; choice: NotificationPreference }>(sql`
    select kind, choice from public.notification_choices where member_id = ${memberId}::uuid`);
  return { ...DEFAULT_PREFERENCES, ...Object.fromEntries(rows.map(({ kind, choice }) => [kind, choice])) };
}

/** Throws not_signed_in. */
export async function readPreferences(
  { database }: NotificationDeps,
  viewer: Viewer,
): Promise<NotificationPreferences> {
  if (viewer === null) throw new AppError("not_signed_in");
  return loadPreferences(database.db, viewer.id);
}

/** Expects a value for every kind. Throws not_signed_in, invalid_input with fields. */
export async function savePreferences(
  { database }: NotificationDeps,
  viewer: Viewer,
  given: Readonly<Record<string, string>>,
): Promise<NotificationPreferences> {
  if (viewer === null) throw new AppError("not_signed_in");
  const fields: Record<string, string> = {};
  const chosen: Partial<Record<NotificationKind, NotificationPreference>> = {};
  for (const kind of NOTIFICATION_KINDS) {
    const choice = given[kind];
    if (isNotificationPreference(choice) && isAllowedPreference(kind, choice)) chosen[kind] = choice;
    else fields[kind] = "Choose one of these.";
  }
  if (Object.keys(fields).length > 0) throw new AppError("invalid_input", { fields });
  await storePreferences(database.db, viewer.id, chosen);
  return { ...DEFAULT_PREFERENCES, ...chosen };
}

/** Saves preferences and cancels pending emails of kinds that were turned off. One statement. */
export async function storePreferences(
  db: Db | Tx,
  memberId: string,
  chosen: Readonly<Partial<Record<NotificationKind, NotificationPreference>>>,
): Promise<void> {
  await db.execute(sql`
    with chosen as (
      select ${memberId}::uuid as member_id, kind, choice
      from jsonb_each_text(${JSON.stringify(chosen)}::jsonb) as given (kind, choice)
    ),
    unmailed as (
      update public.notifications n set mail_at = null
      from chosen c where n.member_id = c.member_id and n.kind = c.kind and c.choice <> 'mail' and n.mail_at is not null
        and n.read_at is null
    )
    insert into public.notification_choices (member_id, kind, choice) select member_id, kind, choice from chosen
    on conflict (member_id, kind) do update set choice = excluded.choice`);
}
