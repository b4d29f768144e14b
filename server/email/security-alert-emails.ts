import type { EmailSite } from "./layout.ts";

/** Notifies an account's owner of a new sign-in or a change to how they sign in. Contains no code or sign-in link. */
export type SecurityAlertEmail =
  | {
      readonly kind: "password_changed" | "factor_added" | "factor_removed" | "identity_removed";
      readonly to: string;
    }
  | {
      readonly kind: "recovery_codes_changed";
      readonly to: string;
      readonly change: "created" | "replaced" | "removed";
    }
  | {
      readonly kind: "identity_added";
      readonly to: string;
      readonly provider: string;
    }
  | {
      readonly kind: "passkey_added";
      readonly to: string;
      /** Empty if the passkey has no name. */
      readonly name: string;
      /** Whether the passkey was added as a factor, which turns two-factor authentication on. */
      readonly isFactor: boolean;
    }
  | { readonly kind: "passkey_removed"; readonly to: string; readonly name: string }
  | { readonly kind: "email_changed"; readonly to: string; readonly newAddress: string }
  | { readonly kind: "phone_changed"; readonly to: string }
  | {
      readonly kind: "new_sign_in";
      readonly to: string;
      readonly device: string;
      readonly ip: string;
      readonly at: Date;
    };

const TIME_FORMAT = new Intl.DateTimeFormat("en", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});
const NOT_YOU_NOTE = "If this wasn't you, reset your password now and sign out of your other sessions.";

const RECOVERY_CODE_CHANGES = {
  created: "Each recovery code works once in place of your other two-factor methods.",
  replaced: "New recovery codes were generated. Older codes no longer work.",
  removed: "You can no longer sign in with recovery codes.",
} as const;

export function composeSecurityAlert(email: SecurityAlertEmail, { name: site, publicUrl }: EmailSite) {
  const template = (subject: string, body: string, closing = NOT_YOU_NOTE) => ({
    subject,
    body,
    button: "Review your devices",
    link: `${publicUrl}/settings/security#devices`,
    closing,
  });
  switch (email.kind) {
    case "password_changed":
      return template(
        `Your ${site} password was changed`,
        `The password for your ${site} account was changed. You were signed out everywhere except where it was changed.`,
      );
    case "factor_added":
      return template(
        `An authenticator app was added to your ${site} account`,
        "Two-factor authentication is on. You can now confirm sign-ins with codes from this app.",
      );
    case "factor_removed":
      return template(
        `An authenticator app was removed from your ${site} account`,
        "You'll no longer be asked for a code from this app.",
      );
    case "recovery_codes_changed":
      return template(
        `The recovery codes for your ${site} account were ${email.change}`,
        RECOVERY_CODE_CHANGES[email.change],
      );
    case "email_changed":
      return template(
        `The email address for your ${site} account was changed`,
        `Your ${site} account now uses ${email.newAddress} instead of this address.`,
        "If this wasn't you, contact an administrator of the community right away.",
      );
    case "phone_changed":
      return template(
        `The phone number for your ${site} account was changed`,
        "From now on, we'll text codes to the new number.",
      );
    case "identity_added":
      return template(
        `A sign-in method was added to your ${site} account`,
        `You can now sign in with ${email.provider}.`,
      );
    case "identity_removed":
      return template(
        `A sign-in method was removed from your ${site} account`,
        "You can no longer sign in with this method. Your other sign-in methods still work.",
      );
    case "passkey_added":
      return template(
        `A passkey was added to your ${site} account`,
        `You can now sign in with ${describePasskey(email.name)}.${email.isFactor ? " If you use your password instead, you'll also need a passkey or another two-factor method." : ""}`,
        "If this wasn't you, reset your password now, sign out of your other sessions and remove the passkey in your security settings.",
      );
    case "passkey_removed":
      return template(
        `A passkey was removed from your ${site} account`,
        `You can no longer sign in with ${describePasskey(email.name)}.`,
      );
    case "new_sign_in":
      return template(
        `New sign-in to your ${site} account`,
        `Someone signed in to your ${site} account from a new device or network: ${email.device}, IP address ${email.ip}, on ${TIME_FORMAT.format(email.at)} UTC. If this was you, you don't need to do anything.`,
      );
  }
}

const describePasskey = (name: string) => (name === "" ? "the passkey" : `the passkey “${name}”`);
