import { data } from "react-router";
import { answerForm } from "#web/forms/answer-form.ts";
import { handleForm } from "#web/forms/handle-intent.ts";
import { operation } from "#web/operation.ts";
import { EmailedLinkPage } from "#web/page/emailed-link-page.tsx";
import { unlistedMeta } from "#web/page/page-meta.ts";
import type { Route } from "./+types/newsletter-confirm";

const TITLE = "Confirm your subscription";

export const meta = unlistedMeta(TITLE, "/newsletter/confirm");

const getToken = (url: URL) => url.searchParams.get("token") ?? "";

export async function loader({ context, url }: Route.LoaderArgs) {
  const link = await operation(context, (app) => app.newsletter.describeLink("confirm", getToken(url)));
  return data({ link }, { status: link ? 200 : 404 });
}

export const action = (args: Route.ActionArgs) =>
  handleForm(args, (submission) =>
    answerForm(submission, {
      notice: null,
      to: null,
      getValue: (email: string) => email,
      run: (app) => app.newsletter.confirmSubscription(getToken(args.url)),
    }),
  );

export default function NewsletterConfirm({ loaderData, actionData }: Route.ComponentProps) {
  const { link } = loaderData;
  return (
    <EmailedLinkPage
      title={TITLE}
      result={actionData}
      offer={link && { text: `We'll send the newsletter to ${link.email}.`, button: "Confirm subscription" }}
      success={{
        title: "You're subscribed",
        text: `We'll send the next issue to ${actionData?.ok ? actionData.value : "you"} on Monday.`,
        to: "/",
        label: "Go to the home page",
      }}
      invalidLink={{
        text: "This link doesn't work. It's incomplete or more than three days old, or the address was unsubscribed.",
        to: "/newsletter",
        label: "Subscribe again",
      }}
    />
  );
}
