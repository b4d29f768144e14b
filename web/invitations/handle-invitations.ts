import { getEmailNotice } from "#core/notices.ts";
import { answerForm, bindAnswerForm } from "#web/forms/answer-form.ts";
import { type ActionArgs, handleIntent } from "#web/forms/handle-intent.ts";
import { appContext } from "#web/server-context.ts";

/** Handles the forms of both invitation pages. `to`: where to redirect without JavaScript. */
export function handleInvitationForm(args: ActionArgs, to: string) {
  const answer = bindAnswerForm(({ invitations }) => invitations, { to });
  // A new link can't be shown again later.
  const newLink = { notice: "invitation-link", to: null, getValue: (link: string) => link } as const;
  const { isEmailConfigured } = args.context.get(appContext).mailer;
  const emailNotice = getEmailNotice("invitation-sent", isEmailConfigured);
  return handleIntent(args, {
    link: (submission) => {
      const { text } = submission;
      const input = { label: text("label"), uses: text("uses"), days: text("days") };
      return answerForm(submission, {
        ...newLink,
        run: ({ invitations }, viewer) => invitations.createLink(viewer, input),
      });
    },
    replace: (submission) =>
      answerForm(submission, {
        ...newLink,
        run: ({ invitations }, viewer) => invitations.replaceLink(viewer, submission.id),
      }),
    email: answer(emailNotice, (invitations, viewer, { text }) =>
      invitations.inviteByEmail(viewer, { email: text("email"), days: text("days") }),
    ),
    resend: answer(emailNotice, (invitations, viewer, { id }) => invitations.resend(viewer, id)),
    revoke: answer("invitation-revoked", (invitations, viewer, { id }) => invitations.revoke(viewer, id)),
  });
}
