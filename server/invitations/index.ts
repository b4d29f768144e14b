/**
 * Invitations by link or email. Owns public.invitations, public.invitation_joins and public.invitation_requests. The
 * accounts module uses invitations through `createSignUpInvitations`, in the transaction that creates the member (docs/decisions/077).
 */
import type { Viewer } from "#core/accounts/member.ts";
import type { InvitationListQuery } from "#core/invitations/list-query.ts";
import type { EmailInput, LinkInput } from "#core/invitations/parse-input.ts";
import type { InvitationList, LinkedInvitation, OwnInvitations } from "#core/invitations/types.ts";
import type { Tx } from "#server/database/index.ts";
import { replaceLink, resendInvitation, revokeInvitation } from "./change-invitation.ts";
import { createLink, inviteByEmail } from "./create-invitation.ts";
import { deleteEndedInvitations, deleteMemberInvitations } from "./delete-invitations.ts";
import type { InvitationDeps } from "./deps.ts";
import { listInvitations, listOwnInvitations } from "./list-invitations.ts";
import { createSignUpInvitations } from "./sign-up-invitations.ts";

export { createSignUpInvitations, type SignUpInvitations } from "./sign-up-invitations.ts";

export interface Invitations {
  /** Returns what the page of a link shows. For everyone. */
  describe(token: string): Promise<LinkedInvitation>;
  listOwn(viewer: Viewer, query: InvitationListQuery): Promise<OwnInvitations>;
  createLink(viewer: Viewer, input: LinkInput): Promise<string>;
  inviteByEmail(viewer: Viewer, input: EmailInput): Promise<void>;
  replaceLink(viewer: Viewer, id: string): Promise<string>;
  resend(viewer: Viewer, id: string): Promise<void>;
  revoke(viewer: Viewer, id: string): Promise<void>;
  readonly administration: {
    /** Lists everyone's invitations. */
    list(viewer: Viewer, query: InvitationListQuery): Promise<InvitationList>;
  };
  /** Deletes a member's invitations when the account is deleted. Runs within a transaction if one is given. */
  deleteMemberInvitations(userId: string, tx?: Tx): Promise<void>;
  deleteEnded(): Promise<void>;
}

export function createInvitations(deps: InvitationDeps): Invitations {
  const signUpInvitations = createSignUpInvitations(deps);
  return {
    describe: (token) => signUpInvitations.describe(token),
    listOwn: (viewer, query) => listOwnInvitations(deps, viewer, query),
    createLink: (viewer, input) => createLink(deps, viewer, input),
    inviteByEmail: (viewer, input) => inviteByEmail(deps, viewer, input),
    replaceLink: (viewer, id) => replaceLink(deps, viewer, id),
    resend: (viewer, id) => resendInvitation(deps, viewer, id),
    revoke: (viewer, id) => revokeInvitation(deps, viewer, id),
    administration: { list: (viewer, query) => listInvitations(deps, viewer, query) },
    deleteMemberInvitations: (userId, tx = undefined) =>
      deleteMemberInvitations(deps, tx ?? deps.database.db, userId),
    deleteEnded: () => deleteEndedInvitations(deps),
  };
}
