import type { AcceptedInvitation, SignInOptions } from "#core/accounts/sign-in-options.ts";

export const InvitationNeeded = ({ options }: { options: SignInOptions }) =>
  options.hasUnusableInvitation ? (
    <div className="grid gap-2">
      <p className="font-semibold">This invitation no longer works</p>
      <p className="text-pretty text-muted">Ask the person who invited you for a new one.</p>
    </div>
  ) : (
    <div className="grid gap-2">
      <p className="font-semibold">You need an invitation</p>
      <p className="text-pretty text-muted">
        This community is open by invitation only. If you have an invitation, open its link in this browser.
        If not, ask a member for one.
      </p>
    </div>
  );

export const AcceptedInvitationNote = ({ invitation }: { invitation: AcceptedInvitation }) => (
  <p className="mb-4 rounded-md bg-accent-soft px-3 py-2 text-sm wrap-anywhere">
    <strong>{invitation.inviter}</strong> invited you to join.
  </p>
);
