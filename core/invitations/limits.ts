/** The choices for the number of days that an invitation works. */
export const INVITATION_DAYS = [1, 7, 30, 90, 365] as const;
export const DAYS_DEFAULT = 30;
export const LABEL_MAX = 80;

interface InviterLimits {
  /** How many people can join through one link. */
  readonly uses: number;
  readonly days: number;
}
export const ADMIN_LIMITS: InviterLimits = { uses: 1_000, days: 365 };
export const MEMBER_LIMITS: InviterLimits = { uses: 10, days: 30 };

/** How many invitations a trusted member can create within 24 hours, unless administrators change this number. */
export const MEMBER_INVITATIONS_PER_DAY = 5;

/** How many of the members who joined are listed with each invitation. */
export const JOINED_SHOWN_MAX = 20;
export const INVITATIONS_PER_PAGE = 20;
