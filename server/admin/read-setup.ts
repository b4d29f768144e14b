import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import type { SetupState } from "#core/admin/setup.ts";
import { SITE_NAME } from "#core/site.ts";
import type { Database } from "#server/database/index.ts";
import type { Mailer } from "#server/email/index.ts";
import type { Settings } from "#server/settings/index.ts";

interface SetupDeps {
  readonly database: Database;
  readonly mailer: Pick<Mailer, "isEmailConfigured">;
  readonly settings: Pick<Settings, "administration">;
}

/**
 * Returns which setup steps are done, or null if the site has demo data, all steps are done or the checklist has been
 * dismissed.
 */
export async function readSetup({ database, mailer, settings }: SetupDeps, viewer: Viewer) {
  requireAdmin(viewer);
  const { sections, hasDemo } = await settings.administration.read(viewer);
  const { general, logo, welcome, setup } = sections;
  if (hasDemo || setup.values.dismissed) return null;
  const { rows } = await database.db.execute<{ post: boolean; backup: boolean; invitation: boolean }>(sql`
    select exists (select from public.forum_posts where deleted_at is null) as post,
      exists (select from public.backups where error is null) as backup,
      exists (select from public.invitations) as invitation`);
  const state: SetupState = {
    name: general.values.siteName !== SITE_NAME,
    contact: general.values.adminEmail !== null,
    logo: logo.values.image !== null,
    headline: welcome.values.headline !== null,
    email: mailer.isEmailConfigured,
    backup: rows[0]?.backup === true,
    post: rows[0]?.post === true,
    invitations: rows[0]?.invitation === true,
  };
  return Object.values(state).every(Boolean) ? null : state;
}
