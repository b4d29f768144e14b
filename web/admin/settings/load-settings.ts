import type { Viewer } from "#core/accounts/member.ts";
import type { Admin } from "#server/admin/index.ts";

/** The settings and the security checks. This request's headers show how the site is reached. */
export async function loadSettings({ settings }: Pick<Admin, "settings">, viewer: Viewer, request: Request) {
  const [record, checks] = await Promise.all([
    settings.read(viewer),
    settings.checkSecurity(viewer, { forwardedFor: request.headers.get("X-Forwarded-For") }),
  ]);
  return { settings: record, checks };
}
