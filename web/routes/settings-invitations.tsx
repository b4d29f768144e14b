import { redirect } from "react-router";
import { formatCount } from "#core/format-count.ts";
import { parseInvitationListQuery } from "#core/invitations/list-query.ts";
import { CreateForms } from "#web/invitations/create-forms.tsx";
import { handleInvitationForm } from "#web/invitations/handle-invitations.ts";
import { InvitationList } from "#web/invitations/invitation-list.tsx";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { useOptionalSite } from "#web/page/site-data.ts";
import { identityContext } from "#web/server-context.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import { SettingsPage } from "#web/settings/settings-page.tsx";
import type { Route } from "./+types/settings-invitations";

const PATH = "/settings/invitations";

export const meta = unlistedMeta("Invitations", PATH);

export function loader({ context, url }: Route.LoaderArgs) {
  if (context.get(identityContext).viewer?.role === "admin") throw redirect("/admin/invitations");
  return loadForMember(context, url, async ({ invitations, mailer }, viewer) => {
    const query = parseInvitationListQuery(url.searchParams);
    const ownInvitations = await invitations.listOwn(viewer, query);
    return { ...ownInvitations, query, isEmailConfigured: mailer.isEmailConfigured };
  });
}

export const action = (args: Route.ActionArgs) => handleInvitationForm(args, PATH);

export { sendToServer as clientAction } from "#web/forms/client-action.ts";

export default function SettingsInvitations({ loaderData }: Route.ComponentProps) {
  const site = useOptionalSite();
  if (!loaderData) return <GuardLoading />;
  const { refusal, leftToday, isEmailConfigured, query, ...list } = loaderData;
  return (
    <SettingsPage title="Invitations">
      <p className="max-w-[70ch] text-pretty text-muted">
        {refusal ??
          (leftToday === 0
            ? "You've sent all your invitations for now. Try again tomorrow."
            : leftToday === null
              ? "Invite people to join the community."
              : `Invite people to join the community. You can send ${formatCount(leftToday, "more invitation", "more invitations")} today.`)}
      </p>
      {refusal === null && leftToday !== 0 ? (
        <CreateForms action={PATH} isAdmin={false} isEmailConfigured={isEmailConfigured} />
      ) : null}
      {refusal === null || list.invitations.length > 0 ? (
        <InvitationList
          list={list}
          query={query}
          path={PATH}
          username={site?.viewer?.username ?? ""}
          showsInviter={false}
        />
      ) : null}
    </SettingsPage>
  );
}
