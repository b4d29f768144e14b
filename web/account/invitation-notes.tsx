import type { AcceptedInvitation } from "#core/invitations/types.ts";

/** Shown instead of the sign-up form to people without an invitation. */
export const InvitationNeeded = () => (
  <div className="grid gap-2">
    <p className="font-semibold">You need an invitation</p>
    <p className="text-pretty text-muted">
      This community is open by invitation only. If you have an invitation, open its link in this browser. If
      not, ask a member or an administrator for one.
    </p>
  </div>
);

/** Who invited the person who is signing up. */
export const AcceptedInvitationNote = ({ invitation }: { invitation: AcceptedInvitation }) => (
  <p className="mb-4 rounded-md bg-accent-soft px-3 py-2 text-sm wrap-anywhere">
    <strong>{invitation.inviter}</strong> invited you to join.
  </p>
);
