import { getEmailNotice } from "#core/notices.ts";
import { NOTIFICATION_KINDS } from "#core/notifications/kinds.ts";
import { bindAnswerForm } from "#web/forms/answer-form.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { OwnSubscriptionForm, SUBSCRIBE, UNSUBSCRIBE } from "#web/newsletter/own-subscription.tsx";
import { PreferencesForm } from "#web/notifications/preferences-form.tsx";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { appContext, getClientInfo } from "#web/server-context.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import { FollowedLists } from "#web/settings/followed-lists.tsx";
import { SettingsPage } from "#web/settings/settings-page.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Route } from "./+types/settings-notifications";

const PATH = "/settings/notifications";

export const meta = unlistedMeta("Notifications", PATH);

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, async (app, viewer) => ({
    preferences: await app.notifications.readOwnPreferences(viewer),
    followedLists: await app.forum.listFollowedLists(viewer),
    subscription: await app.newsletter.readOwnSubscription(viewer),
    isEmailConfigured: app.mailer.isEmailConfigured,
  }));
}

export function action(args: Route.ActionArgs) {
  const answer = bindAnswerForm((app) => app, { to: PATH });
  return handleIntent(args, {
    [SUBSCRIBE]: answer(
      getEmailNotice("newsletter-requested", args.context.get(appContext).mailer.isEmailConfigured),
      ({ newsletter }, viewer, { context }) =>
        newsletter.createOwnSubscription(viewer, getClientInfo(context)),
    ),
    [UNSUBSCRIBE]: answer("newsletter-ended", ({ newsletter }, viewer) =>
      newsletter.deleteOwnSubscription(viewer),
    ),
    preferences: answer("preferences-saved", ({ notifications }, viewer, { text }) =>
      notifications.saveOwnPreferences(
        viewer,
        Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, text(kind)])),
      ),
    ),
  });
}

export { sendToServer as clientAction } from "#web/forms/client-action.ts";

export default function SettingsNotifications({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  const { preferences, followedLists, subscription, isEmailConfigured } = loaderData;
  return (
    <SettingsPage title="Notifications">
      <Section
        id="preferences"
        title="Notification preferences"
        lead={
          isEmailConfigured
            ? "We'll email you at most once every 30 minutes, with your unread notifications. Each email has an unsubscribe link."
            : "This site doesn't send email yet. Until it does, you'll find your notifications on the site."
        }
      >
        <PreferencesForm action={PATH} preferences={preferences} />
      </Section>
      <Section
        id="following"
        title="Tags and categories you follow"
        lead="You'll be notified of new posts with these tags or in these categories, and you'll find those posts in the forum under Following."
      >
        <FollowedLists lists={followedLists} />
      </Section>
      <Section
        id="newsletter"
        title="Newsletter"
        lead={
          isEmailConfigured
            ? "The best posts and articles of the week, by email on Mondays. Every issue has a one-click unsubscribe link."
            : "The best posts and articles of the week. Issues will be emailed on Mondays once this site sends email."
        }
      >
        <OwnSubscriptionForm
          action={PATH}
          subscription={subscription}
          isEmailConfigured={isEmailConfigured}
        />
      </Section>
    </SettingsPage>
  );
}
