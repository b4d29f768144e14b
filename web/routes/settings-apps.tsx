import { handleSettingsForm } from "#web/forms/handle-settings.ts";
import { sendSettings } from "#web/forms/send-settings.ts";
import { getTextField } from "#web/forms/text-field.ts";
import { operation } from "#web/operation.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import { getForm } from "#web/server-context.ts";
import { accessGuard, GuardLoading, loadForMember } from "#web/session/guard.tsx";
import { AppList } from "#web/settings/app-list.tsx";
import { SettingsPage } from "#web/settings/settings-page.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Route } from "./+types/settings-apps";

const PATH = "/settings/apps";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Apps", path: PATH, index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, () =>
    operation(context, (app, viewer) => app.auth.memberApps.listGrants(viewer)),
  );
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = getForm(context);
  return handleSettingsForm(context, request, form, {
    notice: "app-revoked",
    to: PATH,
    run: (app, viewer) => app.auth.memberApps.revokeGrant(viewer, getTextField(form, "appId")),
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendSettings(args);

export default function SettingsApps({ loaderData: apps, actionData }: Route.ComponentProps) {
  if (!apps) return <GuardLoading />;
  return (
    <SettingsPage title="Apps">
      <Section
        id="apps"
        title="Apps you sign in to with this account"
        lead="They can see only what's listed. When you revoke access, the app can't see anything from that moment on."
      >
        <AppList apps={apps} result={actionData ?? undefined} />
      </Section>
    </SettingsPage>
  );
}
