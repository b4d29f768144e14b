import type { Viewer } from "#core/accounts/member.ts";
import type { Admin } from "#server/admin/index.ts";

/** The settings, the security checks and the replicas. This request's headers show how the site is reached. */
export async function loadSettings(
  {
    settings,
    providers: providerSettings,
    readReplicas,
  }: Pick<Admin, "settings" | "providers" | "readReplicas">,
  viewer: Viewer,
  request: Request,
) {
  const [record, checks, replicas, providers] = await Promise.all([
    settings.read(viewer),
    settings.checkSecurity(viewer, { forwardedFor: request.headers.get("X-Forwarded-For") }),
    readReplicas(viewer),
    providerSettings.list(viewer),
  ]);
  return { settings: record, checks, replicas, providers };
}
