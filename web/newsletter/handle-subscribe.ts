import { getEmailNotice } from "#core/notices.ts";
import { answerForm } from "#web/forms/answer-form.ts";
import { type ActionArgs, handleIntent } from "#web/forms/handle-intent.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import { appContext, getClientInfo } from "#web/server-context.ts";

/**
 * Handles the form in the footer and on /newsletter. Without JavaScript, it returns to the page with the form. The
 * response doesn't reveal whether the address is subscribed already.
 */
export const handleSubscribe = (args: ActionArgs) =>
  handleIntent(args, {
    "": (submission) => {
      const { context, request, text } = submission;
      const { isEmailConfigured } = context.get(appContext).mailer;
      return answerForm(submission, {
        notice: getEmailNotice("newsletter-requested", isEmailConfigured),
        to: getReferrerPath(request),
        run: (app, viewer) =>
          app.newsletter.subscribe(viewer, { email: text("email") }, getClientInfo(context)),
      });
    },
  });
