import { answerForm, createAnswers } from "#web/forms/answer-form.ts";
import { type ActionArgs, handleIntent } from "#web/forms/handle-intent.ts";

/** Handles the forms of both invitation pages. `to`: where to redirect without JavaScript. */
export function handleInvitationForm(args: ActionArgs, to: string) {
  const answer = createAnswers(({ invitations }) => invitations, { to });
  // A new link can't be shown again later.
  const newLink = { notice: "invitation-link", to: null, getValue: (link: string) => link } as const;
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
    email: answer("invitation-sent", (invitations, viewer, { text }) =>
      invitations.inviteByEmail(viewer, { email: text("email"), days: text("days") }),
    ),
    resend: answer("invitation-sent", (invitations, viewer, { id }) => invitations.resend(viewer, id)),
    revoke: answer("invitation-revoked", (invitations, viewer, { id }) => invitations.revoke(viewer, id)),
  });
}
