import { operation } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import { handleSettingsForm } from "#web/settings/handle-settings.ts";
import { sendSettings } from "#web/settings/send-settings.ts";
import { SessionList } from "#web/settings/session-list.tsx";
import { SettingsPage, SettingsSection } from "#web/settings/settings-page.tsx";
import { accessGuard, GuardLoading, loadForMember } from "#web/shell/guard.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import { getTextField } from "#web/shell/text-field.ts";
import type { Route } from "./+types/settings-sessions";

const PATH = "/settings/sessions";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Sessions", path: PATH, index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, () =>
    operation(context, (app, viewer) => app.auth.account.listSessions(viewer)),
  );
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = getForm(context);
  if (form.get("intent") === "end-session")
    return handleSettingsForm(context, request, form, {
      notice: "session-ended",
      to: PATH,
      run: (app, viewer) => app.auth.account.endSession(viewer, getTextField(form, "sessionId")),
    });
  if (form.get("intent") !== "end-others") throw new Response("Unknown action", { status: 400 });
  return handleSettingsForm(context, request, form, {
    notice: "sessions-ended",
    to: PATH,
    run: (app, viewer) => app.auth.account.endOtherSessions(viewer),
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendSettings(args);

export default function SettingsSessions({ loaderData: sessions, actionData }: Route.ComponentProps) {
  if (!sessions) return <GuardLoading />;
  return (
    <SettingsPage title="Sessions">
      <SettingsSection
        id="sessions"
        title="Where you're signed in"
        lead="Sign out any session you don't recognize, then change your password."
      >
        <SessionList sessions={sessions} result={actionData ?? undefined} />
      </SettingsSection>
    </SettingsPage>
  );
}
