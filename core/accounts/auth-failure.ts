import type { WeakPasswordReason } from "./auth-errors.ts";
import { describeWeakness, type PasswordRules } from "./password-rules.ts";

/** An auth error as a form shows it. */
export interface AuthFailure {
  readonly message: string;
  /** The field that was wrong, if it was one. */
  readonly field: "username" | "email" | "password" | "code" | null;
  /** What is wrong with a password, one sentence each. */
  readonly reasons: readonly string[];
  readonly code: string;
}

interface Refused {
  readonly code: string;
  readonly message: string;
  readonly reasons?: readonly string[];
}

const SUSPENDED = "Your account is suspended";

/** The protocol's messages are written for developers. These are for users. */
const MESSAGES: Readonly<Record<string, string>> = {
  unreachable: "We can't reach the server. Try again in a moment.",
  otp_expired: "This code is wrong or has expired.",
  otp_disabled:
    "There is no account with this email address, and this community isn't accepting new members right now.",
  mfa_verification_failed: "This code is wrong. Each code works only once, so try the newest one.",
  mfa_challenge_expired: "That took too long. Enter the newest code.",
  mfa_recovery_codes_locked: "Too many wrong recovery codes. Try again in 15 minutes.",
  mfa_factor_not_found: "This method is no longer set up. Choose another one.",
  over_request_rate_limit: "Too many attempts. Wait a minute, then try again.",
  sso_provider_not_found: "No organization uses single sign-on here with this email domain.",
  saml_provider_disabled: "Single sign-on is turned off right now.",
  saml_assertion_no_email:
    "Your organization didn't send an email address from its own domain, so we couldn't sign you in.",
  saml_assertion_no_user_id: "Your organization didn't tell us who you are, so we couldn't sign you in.",
  saml_assertion_rejected:
    "We couldn't verify your organization's response. Try again, or contact its administrators.",
  saml_relay_state_not_found: "This sign-in was already completed or has expired. Start again.",
  saml_relay_state_expired: "This sign-in took too long. Start again.",
  flow_state_expired: "This link was opened too long ago.",
  user_banned: "This account is closed.",
  session_not_found: "You've been signed out. Sign in again.",
};

const FIELDS: Readonly<Record<string, AuthFailure["field"]>> = {
  username_invalid: "username",
  username_taken: "username",
  user_already_exists: "email",
  email_exists: "email",
  sso_provider_not_found: "email",
  otp_disabled: "email",
  weak_password: "password",
  same_password: "password",
  otp_expired: "code",
  mfa_verification_failed: "code",
  mfa_challenge_expired: "code",
};

/** `usesServerMessage`: keep the server's message, which the specification requires on login and registration. */
export function toAuthFailure(
  { code, message, reasons = [] }: Refused,
  { rules, usesServerMessage = false }: { rules: PasswordRules; usesServerMessage?: boolean },
): AuthFailure {
  const field = FIELDS[code] ?? (code === "validation_failed" ? findField(message) : null);
  // A suspension's message contains its end and reason; a closed account's has nothing to add.
  const isPlain = (usesServerMessage && code !== "unreachable") || message.startsWith(SUSPENDED);
  const text = (isPlain ? message : MESSAGES[code]) ?? message;
  const listed = reasons.filter(isReason).map((reason) => describeWeakness(reason, rules));
  return {
    code,
    message: text,
    field,
    reasons: field === "password" && listed.length === 0 ? [text] : listed,
  };
}

function findField(message: string): AuthFailure["field"] {
  if (/password/i.test(message)) return "password";
  return /e-?mail/i.test(message) ? "email" : null;
}

const REASONS: readonly string[] = [
  "length",
  "characters",
  "pwned",
  "personal",
] satisfies WeakPasswordReason[];
const isReason = (text: string): text is WeakPasswordReason => REASONS.includes(text);
