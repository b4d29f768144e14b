import { parseInvitationListQuery } from "#core/invitations/list-query.ts";
import { findPreviousScreen } from "#web/admin/previous-screen.ts";
import { AdminInvitationsPage } from "#web/invitations/admin-page.tsx";
import { handleInvitationForm } from "#web/invitations/handle-invitations.ts";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/admin-invitations";

const PATH = "/admin/invitations";

export const meta = unlistedMeta("Invitations", PATH);

export function loader({ request, context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, async ({ admin, mailer, settings }, viewer) => {
    const query = parseInvitationListQuery(url.searchParams);
    const list = await admin.invitations.list(viewer, query);
    const { signUpMode } = await settings.read();
    const { isEmailConfigured } = mailer;
    return { list, query, signUpMode, isEmailConfigured, from: findPreviousScreen(request, url) };
  });
}

export const action = (args: Route.ActionArgs) => handleInvitationForm(args, PATH);

export { sendToServer as clientAction } from "#web/forms/client-action.ts";

export default function AdminInvitations({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  return <AdminInvitationsPage {...loaderData} />;
}
