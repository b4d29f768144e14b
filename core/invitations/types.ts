/** Why an invitation doesn't work, or "active". "blocked" means that its inviter may no longer invite people. */
export type InvitationState = "active" | "used" | "expired" | "revoked" | "blocked";

export interface InvitedMember {
  /** Null once the account is deleted. */
  readonly username: string | null;
  /** RFC 3339. */
  readonly joinedAt: string;
}

/**
 * An invitation as its inviter and administrators see it. Its token is never stored, so the link can't be shown again.
 */
export interface Invitation {
  readonly id: string;
  readonly label: string;
  /** The only email address that can use the invitation; null if it isn't bound to one. */
  readonly email: string | null;
  /** Null once the inviter's account is deleted. */
  readonly inviter: string | null;
  readonly state: InvitationState;
  readonly maxUses: number;
  readonly useCount: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** The members who joined most recently, at most JOINED_SHOWN_MAX. */
  readonly joined: readonly InvitedMember[];
}

export interface InvitationList {
  readonly invitations: readonly Invitation[];
  readonly nextCursor: string | null;
}

export interface OwnInvitations extends InvitationList {
  /** The reason why the member can't invite people right now; null if they can. */
  readonly refusal: string | null;
  /** How many more invitations the 24-hour limit allows the member to create; null without a limit. */
  readonly leftToday: number | null;
}

/** What the page behind an invitation's link shows. */
export type LinkedInvitation =
  | { readonly state: "unknown" | Exclude<InvitationState, "active"> }
  | {
      readonly state: "active";
      readonly inviter: { readonly username: string; readonly avatarUrl: string | null };
      readonly email: string | null;
    };
