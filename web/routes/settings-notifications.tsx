import { NOTIFICATION_KINDS } from "#core/notifications/kinds.ts";
import { OwnSubscriptionForm, SUBSCRIBE, UNSUBSCRIBE } from "#web/newsletter/own-subscription.tsx";
import { PreferencesForm } from "#web/notifications/preferences-form.tsx";
import { operation } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import { answerSettings, getClientInfo } from "#web/settings/answer-settings.ts";
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
    operation(context, async (app, viewer) => ({
      choices: await app.notifications.readPreferences(viewer),
      subscription: await app.newsletter.readOwnSubscription(viewer),
    })),
  );
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = getForm(context);
  if (form.get("intent") === SUBSCRIBE)
    return answerSettings(context, request, form, {
      notice: "newsletter-asked",
      to: PATH,
      run: (app, viewer) => app.newsletter.subscribeOwn(viewer, getClientInfo(context)),
    });
  if (form.get("intent") === UNSUBSCRIBE)
    return answerSettings(context, request, form, {
      notice: "newsletter-ended",
      to: PATH,
      run: (app, viewer) => app.newsletter.endOwnSubscription(viewer),
    });
  const given = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, textField(form, kind)]));
  return answerSettings(context, request, form, {
    notice: "choices-saved",
    to: PATH,
    run: (app, viewer) => app.notifications.savePreferences(viewer, given),
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendSettings(args);

export default function SettingsNotifications({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  const { choices, subscription } = loaderData;
  const answer = actionData ?? undefined;
  return (
    <SettingsPage title="Notifications">
      <SettingsSection
        id="choices"
        title="How you are notified"
        lead="We email you at most every half hour, with everything you haven't read by then. Each email has an unsubscribe link."
      >
        <PreferencesForm action={PATH} choices={choices} answer={answer} />
      </SettingsSection>
      <SettingsSection
        id="newsletter"
        title="Newsletter"
        lead="The best posts and stories of the week, by email on Mondays. You can unsubscribe from any issue with one click."
      >
        <OwnSubscriptionForm action={PATH} subscription={subscription} answer={answer} />
      </SettingsSection>
    </SettingsPage>
  );
}
