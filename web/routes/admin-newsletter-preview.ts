import { operation } from "#web/operation.ts";
import { accessGuard, loadForMember } from "#web/shell/guard.tsx";
import type { Route } from "./+types/admin-newsletter-preview";

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

/** The next letter as the mail that it will be: a document of its own, in which nothing runs and nothing is fetched. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const preview = await loadForMember(context, url, async () => ({
    html: await operation(context, ({ admin }, viewer) => admin.newsletter.readPreviewMail(viewer)),
  }));
  // The session is to be refreshed first, which only a page can do; and so is what there is to say of nothing.
  if (!preview?.html) return new Response(null, { status: 303, headers: { Location: "/admin/newsletter" } });
  return new Response(preview.html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups",
      "Cache-Control": "no-store",
    },
  });
}
