import { answerForm } from "#web/forms/answer-form.ts";
import { type ActionArgs, handleIntent } from "#web/forms/handle-intent.ts";

/** Handles the forms of both invitation pages. `to`: where to redirect without JavaScript. */
export const handleInvitationForm = (args: ActionArgs, to: string) =>
  handleIntent(args, {
    // A new link can't be shown again later.
    link: (submission) =>
      answerForm(submission, {
        notice: "invitation-link",
        to: null,
        getValue: (link: string) => link,
        run: ({ invitations }, viewer) => {
          const { text } = submission;
          const input = { label: text("label"), uses: text("uses"), days: text("days") };
          return invitations.createLink(viewer, input);
        },
      }),
    replace: (submission) =>
      answerForm(submission, {
        notice: "invitation-link",
        to: null,
        getValue: (link: string) => link,
        run: ({ invitations }, viewer) => invitations.replaceLink(viewer, submission.id),
      }),
    email: (submission) =>
      answerForm(submission, {
        notice: "invitation-sent",
        to,
        run: ({ invitations }, viewer) =>
          invitations.inviteByEmail(viewer, {
            email: submission.text("email"),
            days: submission.text("days"),
          }),
      }),
    resend: (submission) =>
      answerForm(submission, {
        notice: "invitation-sent",
        to,
        run: ({ invitations }, viewer) => invitations.resend(viewer, submission.id),
      }),
    revoke: (submission) =>
      answerForm(submission, {
        notice: "invitation-revoked",
        to,
        run: ({ invitations }, viewer) => invitations.revoke(viewer, submission.id),
      }),
  });
