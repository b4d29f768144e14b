import type { GoTrueClient } from "@supabase/auth-js";
import type { EmailPurpose } from "#core/accounts/sign-in-options.ts";
import { storeLocal } from "#web/page/local-storage.ts";
import { LAST_EMAIL_KEY } from "./last-email-address.ts";

interface EmailRequest {
  readonly email: string;
  readonly purpose: EmailPurpose;
  readonly next: string;
  /** Whether a magic link may create an account. */
  readonly mayCreateAccount: boolean;
}

/** Builds the URL to which an emailed link or single sign-on redirects the user. */
export function buildLandingUrl(purpose: EmailPurpose | "sso", next: string): string {
  return `${location.origin}/auth/landing?${new URLSearchParams({ for: purpose, next })}`;
}

/** Asks the server to send an email. Throws the auth client's error. */
export async function requestEmail(client: GoTrueClient, emailRequest: EmailRequest): Promise<void> {
  const { email, purpose, next, mayCreateAccount } = emailRequest;
  storeLocal(LAST_EMAIL_KEY, email);
  const { error } = await (() => {
    switch (purpose) {
      case "recovery":
        return client.resetPasswordForEmail(email, { redirectTo: buildLandingUrl(purpose, next) });
      case "signup":
        return client.resend({ type: "signup", email, options: { emailRedirectTo: location.origin } });
      case "email-change":
        return client.resend({
          type: "email_change",
          email,
          options: { emailRedirectTo: buildLandingUrl(purpose, next) },
        });
      // If an invited user hasn't confirmed their account yet, the server sends the confirmation email.
      case "invite":
      case "magic-link":
        return client.signInWithOtp({
          email,
          options: { shouldCreateUser: mayCreateAccount, emailRedirectTo: buildLandingUrl(purpose, next) },
        });
    }
  })();
  if (error) throw error;
}
