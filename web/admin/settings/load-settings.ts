import type { Viewer } from "#core/accounts/member.ts";
import type { Admin } from "#server/admin/index.ts";

/** The settings and the security checks. This request's headers show how the site is reached. */
export async function loadSettings(
  { settings, providers: providerSettings }: Pick<Admin, "settings" | "providers">,
  viewer: Viewer,
  request: Request,
) {
  const [record, checks, providers] = await Promise.all([
    settings.read(viewer),
    settings.checkSecurity(viewer, { forwardedFor: request.headers.get("X-Forwarded-For") }),
    providerSettings.list(viewer),
  ]);
  return { settings: record, checks, providers };
}
