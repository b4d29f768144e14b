import { redirect } from "react-router";
import { buildProviderPath } from "#web/admin/providers/provider-paths.ts";
import { operation } from "#web/operation.ts";
import { edgeContext } from "#web/server-context.ts";
import { accessGuard, loadForMember } from "#web/shell/guard.tsx";
import type { Route } from "./+types/admin-provider-test";

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

/** Leads an administrator to the provider's sign-in page for a test. Its callback leads back to the provider's page. */
export async function loader({ context, url, params: { providerId } }: Route.LoaderArgs) {
  const started = await loadForMember(context, url, () =>
    operation(context, ({ admin }, viewer) => {
      const { address: ip, userAgent } = context.get(edgeContext).client();
      const token = url.searchParams.get("token") ?? "";
      return admin.providers.startTest(viewer, { id: providerId, token }, { ip, userAgent });
    }),
  );
  if (!started) throw redirect(buildProviderPath(providerId));
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cookie of started.cookies) headers.append("Set-Cookie", cookie);
  throw redirect(started.url, { headers });
}
