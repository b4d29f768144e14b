import { getOwn } from "#core/get-own.ts";
import { BUG } from "#core/messages.ts";
import { describeWeakness, type PasswordRules, WEAK_PASSWORD_REASONS } from "./password-rules.ts";

export interface AuthFailure {
  readonly message: string;
  /** The invalid field; null if the error isn't about a field. */
  readonly field: "username" | "email" | "phone" | "password" | "code" | null;
  /** The problems with the password, one sentence each. */
  readonly reasons: readonly string[];
  readonly code: string;
}

interface AuthErrorResponse {
  readonly code: string;
  readonly message: string;
  readonly reasons?: readonly string[] | undefined;
}

/**
 * Returns the code and the message of an error that the auth client, `fetch` or `import` has thrown, or of an object
 * with a response's status, code and message. The code is "unreachable" if the connection failed or a proxy responded
 * instead of the server.
 */
export function readClientError(error: unknown): Pick<AuthErrorResponse, "code" | "message"> {
  const { name, status, code, message } = (error ?? {}) as Record<string, unknown>;
  if (status === 500) return { code: "unexpected_failure", message: BUG.message };
  // The client throws this error for failed connections and 5xx responses. `fetch` and `import` throw a TypeError.
  const isUnreachable =
    name === "AuthRetryableFetchError" || Number(status) > 500 || error instanceof TypeError;
  return {
    code: isUnreachable ? "unreachable" : typeof code === "string" ? code : "",
    message: typeof message === "string" ? message : "",
  };
}

/** The server's messages with these prefixes contain details, such as a time, that ours don't. */
const SPECIFIC_PREFIXES = [
  "Your account is suspended",
  "For security purposes, you can only request this after",
];

/** These replace the protocol's messages, which are written for developers. */
const MESSAGES: Readonly<Record<string, string>> = {
  unreachable: "We can't reach the server. Please try again in a moment.",
  otp_expired: "Incorrect or expired code. Check it, or request a new one.",
  otp_disabled: "We couldn't find your account, and this community isn't accepting new members right now.",
  mfa_verification_failed: "Incorrect code. Check it and try again. Each code works only once.",
  mfa_challenge_expired: "That took too long. Enter the current code.",
  mfa_recovery_codes_locked: "Too many wrong recovery codes. Please try again in 15 minutes.",
  mfa_factor_not_found: "This method is no longer set up. Choose another one.",
  conflict: "We couldn't sign you in because the server was busy. Please try again in a moment.",
  over_request_rate_limit: "Too many attempts. Please try again later.",
  over_email_send_rate_limit: "Too many emails have been requested. Please try again in an hour.",
  over_sms_send_rate_limit: "Too many text messages have been requested. Please try again in an hour.",
  sso_provider_not_found:
    "Single sign-on isn't set up for this email domain. Check the address, or sign in another way.",
  saml_provider_disabled: "Single sign-on is turned off right now.",
  saml_assertion_no_email:
    "Your organization didn't send an email address from its own domain, so we couldn't sign you in.",
  saml_assertion_no_user_id:
    "Your organization's response didn't include your identity, so we couldn't sign you in.",
  saml_assertion_rejected:
    "We couldn't verify your organization's response. Please try again, or contact your organization's administrators.",
  saml_relay_state_not_found: "This sign-in was already completed or has expired. Please start again.",
  saml_relay_state_expired: "This sign-in took too long. Please start again.",
  flow_state_expired: "This link has expired.",
  user_banned: "This account is suspended.",
  signup_disabled: "This community isn't accepting new members right now.",
  session_not_found: "You've been signed out. Sign in again.",
  reauthentication_needed: "For your security, confirm it's you before you continue.",
};

const PHONE_MESSAGES: Readonly<Record<string, string>> = {
  validation_failed: "Enter the number with its country code, for example +49 1512 3456789.",
  phone_exists: "Another account already uses this phone number.",
};

const FIELDS: Readonly<Record<string, AuthFailure["field"]>> = {
  username_invalid: "username",
  username_taken: "username",
  user_already_exists: "email",
  email_exists: "email",
  phone_exists: "phone",
  sso_provider_not_found: "email",
  otp_disabled: "email",
  weak_password: "password",
  same_password: "password",
  otp_expired: "code",
  mfa_verification_failed: "code",
  mfa_challenge_expired: "code",
};

/**
 * Describes an auth error for a form. With `usesServerMessage`, uses the server's message, as the specification
 * requires, unless the server is unreachable.
 */
export function toAuthFailure(
  { code, message, reasons = [] }: AuthErrorResponse,
  { rules, usesServerMessage = false }: { rules: PasswordRules; usesServerMessage?: boolean },
): AuthFailure {
  const field = getOwn(FIELDS, code) ?? (code === "validation_failed" ? findField(message) : null);
  const showsServerMessage =
    (usesServerMessage && code !== "unreachable") ||
    SPECIFIC_PREFIXES.some((prefix) => message.startsWith(prefix));
  const text =
    (showsServerMessage ? message : getOwn(field === "phone" ? PHONE_MESSAGES : MESSAGES, code)) ?? message;
  const weaknesses = WEAK_PASSWORD_REASONS.filter((reason) => reasons.includes(reason)).map((reason) =>
    describeWeakness(reason, rules),
  );
  return {
    code,
    message: text,
    field,
    reasons: field === "password" && weaknesses.length === 0 ? [text] : weaknesses,
  };
}

function findField(message: string): AuthFailure["field"] {
  if (/password/i.test(message)) return "password";
  if (/phone/i.test(message)) return "phone";
  return /e-?mail/i.test(message) ? "email" : null;
}
