import { answerForm } from "#web/forms/answer-form.ts";
import { handleForm } from "#web/forms/handle-intent.ts";
import { EmailedLinkPage } from "#web/page/emailed-link-page.tsx";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { appContext } from "#web/server-context.ts";
import type { Route } from "./+types/unsubscribe-notifications";

const TITLE = "Unsubscribe from notification emails";
const SETTINGS_LINK = { to: "/settings/notifications", label: "Notification settings" } as const;

export const meta = unlistedMeta(TITLE, "/notifications/unsubscribe");

const getToken = (url: URL) => url.searchParams.get("token") ?? "";

export function loader({ context, url }: Route.LoaderArgs) {
  return { isValid: context.get(appContext).notifications.isUnsubscribeToken(getToken(url)) };
}

/** Handles the button and one-click unsubscribe requests (RFC 8058), which are sent without a session. */
export const action = (args: Route.ActionArgs) =>
  handleForm(args, (submission) =>
    answerForm(submission, {
      notice: null,
      to: null,
      run: (app) => app.notifications.unsubscribe(getToken(args.url)),
    }),
  );

export default function UnsubscribeNotifications({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <EmailedLinkPage
      title={TITLE}
      result={actionData}
      offer={
        loaderData.isValid
          ? {
              text: "You'll still see replies and mentions on the site, and you can turn emails back on in the settings at any time.",
              button: "Unsubscribe",
            }
          : null
      }
      success={{
        title: "You've unsubscribed",
        text: "You'll now see notifications on the site only. We'll still email you about your account.",
        ...SETTINGS_LINK,
      }}
      invalidLink={{
        title: "This link is incomplete",
        text: "Open the link in the email again, or choose in your settings which emails you get.",
        ...SETTINGS_LINK,
      }}
    />
  );
}
