/** Emails that notify the owner of changes to how they sign in. Nothing in them can be used to sign in. */
export type OwnerEmail =
  | {
      readonly kind:
        | "password_changed"
        | "factor_added"
        | "factor_removed"
        | "recovery_codes_changed"
        | "identity_removed";
      readonly to: string;
    }
  | { readonly kind: "email_changed"; readonly to: string; readonly newAddress: string }
  | { readonly kind: "phone_changed"; readonly to: string }
  | {
      readonly kind: "new_sign_in";
      readonly to: string;
      /** In plain words: "Firefox on Windows". */
      readonly device: string;
      readonly ip: string;
      readonly at: Date;
    };

const KINDS: ReadonlySet<string> = new Set<OwnerEmail["kind"]>([
  "password_changed",
  "factor_added",
  "factor_removed",
  "recovery_codes_changed",
  "email_changed",
  "phone_changed",
  "identity_removed",
  "new_sign_in",
]);

export const isOwnerEmail = <L extends { kind: string }>(email: L | OwnerEmail): email is OwnerEmail =>
  KINDS.has(email.kind);

const TIME = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
const NOT_YOU = "If this wasn't you, reset your password now and sign out your other devices.";

/** The words of an email, as server/mail/letters.ts lays them out. */
export function writeOwnerEmail(email: OwnerEmail, site: string) {
  const written = (subject: string, sentence: string, otherwise = NOT_YOU) => ({
    subject,
    sentence,
    button: "Review your devices",
    otherwise,
  });
  switch (email.kind) {
    case "password_changed":
      return written(
        `New password at ${site}`,
        `A new password was set for your account at ${site}. Your other devices were signed out.`,
      );
    case "factor_added":
      return written(
        `Two-factor authentication is on at ${site}`,
        `An authenticator app was added to your account at ${site}. Signing in now takes a code from it.`,
      );
    case "factor_removed":
      return written(
        `An authenticator app was removed at ${site}`,
        `An authenticator app was removed from your account at ${site}.`,
      );
    case "recovery_codes_changed":
      return written(
        `Your recovery codes at ${site} were changed`,
        `The recovery codes of your account at ${site} were created, replaced or removed. Older codes no longer work.`,
      );
    case "email_changed":
      return written(
        `Your email address at ${site} was changed`,
        `Your account at ${site} now uses ${email.newAddress} instead of this address.`,
        "If this wasn't you, contact an administrator of the community right away.",
      );
    case "phone_changed":
      return written(
        `New phone number at ${site}`,
        `The phone number of your account at ${site} was added or changed.`,
      );
    case "identity_removed":
      return written(
        `A way to sign in to ${site} was removed`,
        `A way to sign in to your account at ${site} was removed: an email address, a phone number or an organization.`,
      );
    case "new_sign_in":
      return written(
        `New sign-in to ${site}`,
        `Someone signed in to your account at ${site} from a new device: ${email.device}, IP address ${email.ip}, on ${TIME.format(email.at)} UTC. If this was you, you don't need to do anything.`,
      );
  }
}
