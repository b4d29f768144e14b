import { getEmailNotice } from "#core/notices.ts";
import { answerWithStepUp } from "#web/account/answer-with-step-up.ts";
import { NewsletterPage } from "#web/admin/newsletter/newsletter-page.tsx";
import { findPreviousScreen } from "#web/admin/previous-screen.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { appContext } from "#web/server-context.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/admin-newsletter";

const PATH = "/admin/newsletter";

export const meta = unlistedMeta("Newsletter", PATH);

export function loader({ request, context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, async ({ admin }, viewer) => ({
    overview: await admin.newsletter.read(viewer),
    from: findPreviousScreen(request, url),
  }));
}

export const action = (args: Route.ActionArgs) =>
  handleIntent(args, {
    sample: (submission) =>
      answerWithStepUp(submission, {
        notice: getEmailNotice(
          "newsletter-sample",
          submission.context.get(appContext).mailer.isEmailConfigured,
        ),
        to: PATH,
        run: ({ admin }, viewer) => admin.newsletter.sendTestEmail(viewer),
      }),
  });

export { sendToServer as clientAction } from "#web/forms/client-action.ts";

export default function AdminNewsletter({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  return <NewsletterPage {...loaderData} />;
}
