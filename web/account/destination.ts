import type { EmailPurpose } from "#core/accounts/sign-in-options.ts";
import type { Notice } from "#core/notices.ts";

export interface Destination {
  readonly to: string;
  readonly notice: Notice | null;
}

/** Returns where to continue after the user has followed the link in an email or entered the code from it. */
export function getDestination(purpose: EmailPurpose, next: string): Destination {
  switch (purpose) {
    case "recovery":
      return { to: buildNewPasswordPath(next, false), notice: null };
    case "invite":
      return { to: buildNewPasswordPath(next, true), notice: null };
    case "email-change":
      return { to: next, notice: "email-changed" };
    case "signup":
      return { to: next, notice: "account-created" };
    case "magic-link":
      return { to: next, notice: "welcome-back" };
  }
}

/** Returns the sign-in method to remember. Among the emailed links, only a magic link counts as a sign-in method. */
export const getSignInMethod = (purpose: EmailPurpose) => (purpose === "magic-link" ? "email" : undefined);

function buildNewPasswordPath(next: string, isInvited: boolean): string {
  return `/auth/new-password?${new URLSearchParams({ ...(isInvited ? { invited: "yes" } : {}), next })}`;
}
