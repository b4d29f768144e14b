import { NOTIFICATION_KINDS } from "#core/notifications/kinds.ts";
import { ChoicesForm } from "#web/notifications/choices-form.tsx";
import { operation } from "#web/operation.ts";
import { answerSettings } from "#web/settings/answer-settings.ts";
import { sendSettings } from "#web/settings/send-settings.ts";
import { SettingsPage, SettingsSection } from "#web/settings/settings-page.tsx";
import { accessGuard, GuardLoading, loadForMember } from "#web/shell/guard.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import { textField } from "#web/shell/text-field.ts";
import type { Route } from "./+types/settings-notifications";

const PATH = "/settings/notifications";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Notifications", path: PATH, index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, () =>
    operation(context, (app, viewer) => app.notifications.readChoices(viewer)),
  );
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const given = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, textField(form, kind)]));
  return answerSettings(context, request, form, {
    notice: "choices-saved",
    to: PATH,
    run: (app, viewer) => app.notifications.saveChoices(viewer, given),
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendSettings(args);

export default function SettingsNotifications({ loaderData: choices, actionData }: Route.ComponentProps) {
  if (!choices) return <GuardLoading />;
  return (
    <SettingsPage title="Notifications">
      <SettingsSection
        id="choices"
        title="How you are told"
        lead="Mails come at most every half hour, with everything that you have not read by then. Each has a link that ends them."
      >
        <ChoicesForm action={PATH} choices={choices} answer={actionData ?? undefined} />
      </SettingsSection>
    </SettingsPage>
  );
}
