/**
 * Invitations by link or email. Owns public.invitations, public.invitation_joins and public.invitation_requests. The
 * auth module uses invitations through `createSignUpInvitations`, in the transaction that creates the member
 * (docs/decisions/077).
 */
import { bindOperations } from "#server/platform/bind-operations.ts";
import { replaceLink, resendInvitation, revokeInvitation } from "./change-invitation.ts";
import { createLink, inviteByEmail } from "./create-invitation.ts";
import { deleteEndedInvitations, deleteMemberInvitations } from "./delete-invitations.ts";
import type { InvitationDeps } from "./deps.ts";
import { listInvitations, listOwnInvitations } from "./list-invitations.ts";
import { createSignUpInvitations } from "./sign-up-invitations.ts";

export { createSignUpInvitations } from "./sign-up-invitations.ts";

export type Invitations = ReturnType<typeof createInvitations>;

export function createInvitations(deps: InvitationDeps) {
  return {
    ...bindOperations(deps, {
      listOwn: listOwnInvitations,
      createLink,
      inviteByEmail,
      replaceLink,
      resend: resendInvitation,
      revoke: revokeInvitation,
      deleteMemberInvitations,
      deleteEnded: deleteEndedInvitations,
    }),
    describe: createSignUpInvitations(deps).describe,
    administration: bindOperations(deps, { list: listInvitations }),
  };
}
