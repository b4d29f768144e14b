import { getTrustLevel, TRUST_LEVELS, type TrustFacts } from "#core/forum/trust-level.ts";
import type { InvitationState } from "./types.ts";

export interface InvitationSettings {
  /** Whether trusted members may invite people, in addition to administrators. */
  readonly members: boolean;
  /** How many invitations a member can create within 24 hours. */
  readonly perDay: number;
}

export interface InviterFacts extends TrustFacts {
  readonly isAdmin: boolean;
  /** Suspended, deleted and guest accounts can't invite people. */
  readonly isInGoodStanding: boolean;
}

export type InviteProblem = "bad-standing" | "admins-only" | "not-trusted";

/** Returns why someone can't invite people; null if they can. */
export function findInviteProblem(
  inviter: InviterFacts,
  { members }: InvitationSettings,
  now: Date,
): InviteProblem | null {
  if (!inviter.isInGoodStanding) return "bad-standing";
  if (inviter.isAdmin) return null;
  if (!members) return "admins-only";
  return getTrustLevel(inviter, now).name === "trusted" ? null : "not-trusted";
}

export function describeInviteProblem(problem: InviteProblem): string {
  switch (problem) {
    case "bad-standing":
      return "You can't invite people with this account.";
    case "admins-only":
      return "Only administrators can invite people to this community.";
    case "not-trusted": {
      const { days, contributionCount, karma } = TRUST_LEVELS[2].requirements;
      return `You can invite people once you're a trusted member. Members become trusted after ${days} days if they have at least ${contributionCount} posts or comments and ${karma} karma, or as soon as they have the Verified badge.`;
    }
  }
}

export type StoredInvitation = {
  readonly revokedAt: Date | string | null;
  readonly expiresAt: Date | string;
  readonly maxUses: number;
  readonly useCount: number;
};

export function getInvitationState(
  { revokedAt, expiresAt, maxUses, useCount }: StoredInvitation,
  { canInvite, now }: { readonly canInvite: boolean; readonly now: Date },
): InvitationState {
  if (revokedAt !== null) return "revoked";
  if (useCount >= maxUses) return "used";
  if (new Date(expiresAt) <= now) return "expired";
  return canInvite ? "active" : "blocked";
}
