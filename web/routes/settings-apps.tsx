import { answerForm } from "#web/forms/answer-form.ts";
import { sendToServer } from "#web/forms/client-action.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import { AppList } from "#web/settings/app-list.tsx";
import { SettingsPage } from "#web/settings/settings-page.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Route } from "./+types/settings-apps";

const PATH = "/settings/apps";

export const meta = unlistedMeta("Apps", PATH);

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, (app, viewer) => app.auth.memberApps.listGrants(viewer));
}

export const action = (args: Route.ActionArgs) =>
  handleIntent(args, {
    "revoke-app": (submission) =>
      answerForm(submission, {
        notice: "app-revoked",
        to: PATH,
        run: (app, viewer) => app.auth.memberApps.revokeGrant(viewer, submission.text("appId")),
      }),
  });

export const clientAction = (args: Route.ClientActionArgs) => sendToServer(args);

export default function SettingsApps({ loaderData: apps }: Route.ComponentProps) {
  if (!apps) return <GuardLoading />;
  return (
    <SettingsPage title="Apps">
      <Section
        id="apps"
        title="Apps you sign in to with this account"
        lead="Apps can see only what's listed. Once you revoke an app's access, it can't see anything."
      >
        <AppList apps={apps} />
      </Section>
    </SettingsPage>
  );
}
