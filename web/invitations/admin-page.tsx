import type { InvitationListQuery } from "#core/invitations/list-query.ts";
import type { InvitationList as List } from "#core/invitations/types.ts";
import type { SignUpMode } from "#core/settings/types.ts";
import { BackLink } from "#web/admin/back-link.tsx";
import { buildAdminPath } from "#web/admin/tabs.ts";
import { useOptionalSite } from "#web/page/site-data.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { CreateForms } from "./create-forms.tsx";
import { InvitationList } from "./invitation-list.tsx";

const MODES: Readonly<Record<SignUpMode, string>> = {
  open: "Anyone can sign up, with or without an invitation.",
  invited: "Only people with an invitation can sign up.",
  closed: "No one can sign up now, not even with an invitation.",
};

interface AdminInvitationsPageProps {
  readonly list: List;
  readonly query: InvitationListQuery;
  readonly signUpMode: SignUpMode;
  readonly isEmailConfigured: boolean;
}

export function AdminInvitationsPage(props: AdminInvitationsPageProps) {
  const { list, query, signUpMode, isEmailConfigured } = props;
  const site = useOptionalSite();
  return (
    <div className="grid grid-cols-1 gap-6">
      <BackLink to="/admin" />
      <div>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="text-xl sm:text-2xl">Invitations</h1>
          <ButtonLink to={`${buildAdminPath("settings")}#invitations`} size="sm">
            <Icon name="settings" size={15} />
            Settings
          </ButtonLink>
        </div>
        <p className="mt-2 max-w-[70ch] text-sm text-pretty text-muted">
          {MODES[signUpMode]}{" "}
          <Link to={`${buildAdminPath("settings")}#features`} className="font-semibold text-accent text-link">
            Change who can sign up
          </Link>
        </p>
      </div>
      <CreateForms action="/admin/invitations" isAdmin isEmailConfigured={isEmailConfigured} />
      <InvitationList
        list={list}
        query={query}
        path="/admin/invitations"
        username={site?.viewer?.username ?? ""}
        showsInviter
      />
    </div>
  );
}
