import { getEmailNotice } from "#core/notices.ts";
import { answerForm } from "#web/forms/answer-form.ts";
import { handleForm } from "#web/forms/handle-intent.ts";
import { SubscribeForm } from "#web/newsletter/subscribe-form.tsx";
import { CardPage } from "#web/page/card-page.tsx";
import { pageMeta } from "#web/page/page-meta.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import { useSite } from "#web/page/site-data.ts";
import { appContext, getClientInfo } from "#web/server-context.ts";
import type { Route } from "./+types/newsletter";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Newsletter",
    description:
      "The best posts and articles of the week, by email every Monday. Unsubscribe with one click.",
    path: "/newsletter",
  });

export const loader = ({ context }: Route.LoaderArgs) => ({
  isEmailConfigured: context.get(appContext).mailer.isEmailConfigured,
});

/**
 * Handles the form in the footer and on /newsletter. After a successful submission without JavaScript, it redirects
 * back to the page with the form. The response doesn't reveal whether the address is already subscribed.
 */
export const action = (args: Route.ActionArgs) =>
  handleForm(args, (submission) => {
    const { context, request, text } = submission;
    const { isEmailConfigured } = context.get(appContext).mailer;
    return answerForm(submission, {
      notice: getEmailNotice("newsletter-requested", isEmailConfigured),
      to: getReferrerPath(request),
      run: (app, viewer) =>
        app.newsletter.subscribe(viewer, { email: text("email") }, getClientInfo(context)),
    });
  });

/** The page for subscribing; without JavaScript, the footer's form shows its errors here. */
export default function Newsletter({ loaderData, actionData }: Route.ComponentProps) {
  const site = useSite();
  return (
    <CardPage title="Newsletter">
      <p className="mb-5 text-muted">
        {loaderData.isEmailConfigured
          ? `${site.name}'s newsletter arrives every Monday, and each issue has a one-click unsubscribe link. First, we'll email you a link to confirm your address.`
          : `Once this site can send email, ${site.name}'s newsletter will arrive every Monday, with a one-click unsubscribe link in each issue. Until then, ask an administrator for the link that confirms your address.`}
      </p>
      <SubscribeForm email={site.viewer?.email ?? ""} result={actionData} />
    </CardPage>
  );
}
