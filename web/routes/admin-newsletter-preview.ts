import { loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/admin-newsletter-preview";

/** A preview of the next issue's email, as a document in which nothing runs or loads. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const preview = await loadForMember(context, url, async ({ admin }, viewer) => ({
    html: await admin.newsletter.readPreviewEmail(viewer),
  }));
  // Only a page can refresh an expired session. If there is no issue, the page says so.
  if (!preview?.html) return new Response(null, { status: 303, headers: { Location: "/admin/newsletter" } });
  return new Response(preview.html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups",
      "Cache-Control": "no-store",
    },
  });
}
