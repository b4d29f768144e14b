import { answerForm } from "#web/forms/answer-form.ts";
import { handleForm } from "#web/forms/handle-intent.ts";
import { operation } from "#web/operation.ts";
import { EmailedLinkPage } from "#web/page/emailed-link-page.tsx";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { appContext } from "#web/server-context.ts";
import type { Route } from "./+types/newsletter-unsubscribe";

const TITLE = "Unsubscribe";
const HOME_LINK = { to: "/", label: "Go to the home page" } as const;

export const meta = unlistedMeta(TITLE, "/newsletter/unsubscribe");

const getToken = (url: URL) => url.searchParams.get("token") ?? "";

export async function loader({ context, url }: Route.LoaderArgs) {
  const token = getToken(url);
  if (context.get(appContext).newsletter.isTestEmailLink(token)) return { link: null, isTestEmail: true };
  const link = await operation(context, (app) => app.newsletter.describeLink("unsubscribe", token));
  return { link, isTestEmail: false };
}

/** Handles the button and one-click unsubscribe requests (RFC 8058). The link alone identifies the subscription. */
export const action = (args: Route.ActionArgs) =>
  handleForm(args, (submission) =>
    answerForm(submission, {
      notice: null,
      to: null,
      run: (app) => app.newsletter.unsubscribe(getToken(args.url)),
    }),
  );

export default function NewsletterUnsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { link, isTestEmail } = loaderData;
  return (
    <EmailedLinkPage
      title={TITLE}
      result={isTestEmail ? undefined : actionData}
      offer={
        link && {
          text: `We'll stop sending the newsletter to ${link.email} and delete the address.`,
          button: "Unsubscribe",
        }
      }
      success={{
        title: "You've unsubscribed",
        text: "We won't send you any more newsletters, and we've deleted your address.",
        ...HOME_LINK,
      }}
      invalidLink={{
        text: isTestEmail
          ? "This link is from a test email sent to an administrator. It doesn't belong to a subscription."
          : "There's no subscription for this link. You've already unsubscribed, or the link is incomplete.",
        ...HOME_LINK,
      }}
    />
  );
}
