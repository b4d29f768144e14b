import { toAuthFailure } from "#core/accounts/auth-failure.ts";
import { getOwn } from "#core/get-own.ts";

const FIELD_BY_CODE: Readonly<Record<string, string>> = {
  username_invalid: "username",
  username_taken: "username",
  email_exists: "email",
  phone_exists: "phone",
  otp_expired: "code",
  weak_password: "password",
  same_password: "password",
  current_password_required: "currentPassword",
  current_password_invalid: "currentPassword",
  reauthentication_needed: "code",
  reauthentication_not_valid: "code",
  mfa_verification_failed: "code",
  mfa_challenge_expired: "code",
  mfa_factor_name_conflict: "name",
  EntityTooLarge: "picture",
  InvalidMimeType: "picture",
  InvalidRequest: "picture",
  SlowDown: "picture",
};

/** The field that a `validation_failed` error belongs to, by the form's intent. */
const FIELD_BY_INTENT: Readonly<Record<string, string>> = {
  email: "email",
  phone: "phone",
  password: "password",
  "rename-factor": "name",
  "rename-passkey": "name",
};

/** Returns the name of the field that an auth or storage error belongs to. */
export function findField(code: string, intent: string): string | undefined {
  return (
    getOwn(FIELD_BY_CODE, code) ??
    (code === "validation_failed" ? getOwn(FIELD_BY_INTENT, intent) : undefined)
  );
}

const MESSAGES: Readonly<Record<string, string>> = {
  EntityTooLarge: "This image is larger than 10 MB.",
  email_exists: "Another account already uses this email address.",
  reauthentication_needed: "Request a code, then enter it here.",
  reauthentication_not_valid: "Incorrect or expired code. Check it, or request a new one.",
  mfa_factor_name_conflict: "Another of your authenticator apps has this name.",
  too_many_enrolled_mfa_factors: "You've reached the maximum number of authenticator apps. Remove one first.",
  insufficient_aal: "Sign in again with your authenticator app, then try again.",
  single_identity_not_deletable: "Add another way to sign in first.",
};

/**
 * Returns the message for users: the server's `message` if it contains details, such as a time, or if the code has no
 * message of its own.
 */
export function getErrorMessage(code: string, message: string): string {
  return getOwn(MESSAGES, code) ?? toAuthFailure({ code, message }, { rules: NO_RULES }).message;
}

/** A placeholder. The rules only serve to describe why a password is weak, which the message already says. */
const NO_RULES = { minLength: 0, characterSets: [] };
