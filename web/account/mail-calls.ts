import type { GoTrueClient } from "@supabase/auth-js";
import type { MailPurpose } from "#core/accounts/sign-in-options.ts";
import { mailedAddress } from "./mailed-address.ts";

interface Asked {
  readonly email: string;
  readonly purpose: MailPurpose;
  /** Where the person goes in the end; a path of this site. */
  readonly next: string;
  readonly mayCreate: boolean;
}

/** Where the link of a mail lands, on this site. */
export function landingAddress(purpose: MailPurpose | "sso", next: string): string {
  return `${location.origin}/auth/landing?${new URLSearchParams({ for: purpose, next })}`;
}

/** Has the mail for a purpose sent, again or for the first time. Throws the client's error. */
export async function askForMail(client: GoTrueClient, asked: Asked): Promise<void> {
  const { email, purpose, next, mayCreate } = asked;
  mailedAddress.keep(email);
  const { error } = await (() => {
    switch (purpose) {
      case "recovery":
        return client.resetPasswordForEmail(email, { redirectTo: landingAddress(purpose, next) });
      case "signup":
        return client.resend({ type: "signup", email, options: { emailRedirectTo: location.origin } });
      case "email-change":
        return client.resend({
          type: "email_change",
          email,
          options: { emailRedirectTo: landingAddress(purpose, next) },
        });
      // Who was invited gets the mail that confirms the address: the server knows that the account waits.
      case "invite":
      case "magic-link":
        return client.signInWithOtp({
          email,
          options: { shouldCreateUser: mayCreate, emailRedirectTo: landingAddress(purpose, next) },
        });
    }
  })();
  if (error) throw error;
}
