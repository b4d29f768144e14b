/** What an administrator of a new site should do first, in this order. */
export const SETUP_STEPS = [
  "name",
  "contact",
  "logo",
  "headline",
  "email",
  "backup",
  "post",
  "invitations",
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export type SetupState = Readonly<Record<SetupStep, boolean>>;
