import type { WeakPasswordReason } from "./auth-errors.ts";
import { type PasswordRules, weakness } from "./password-rules.ts";

/** A refusal of the accounts as a form shows it. */
export interface AuthFailure {
  readonly message: string;
  /** The field that was wrong, where one was. */
  readonly field: "username" | "email" | "password" | "code" | null;
  /** What speaks against a password, a sentence each. */
  readonly reasons: readonly string[];
  readonly code: string;
}

interface Refused {
  readonly code: string;
  readonly message: string;
  readonly reasons?: readonly string[];
}

const SUSPENDED = "Your account is suspended";

/** Plainer words than the protocol's, which are written for programs. */
const WORDS: Readonly<Record<string, string>> = {
  unreachable: "The server cannot be reached. Try again in a moment.",
  otp_expired: "This code is not right, or its time is over.",
  otp_disabled:
    "There is no account with this address, and this community takes no new members at the moment.",
  mfa_verification_failed: "This code is not right. Each code works once: try the newest.",
  mfa_challenge_expired: "That took too long. Try the newest code.",
  mfa_recovery_codes_locked: "Too many wrong recovery codes. Try again in fifteen minutes.",
  mfa_factor_not_found: "This way is not set up any more. Choose another.",
  over_request_rate_limit: "Too many tries. Wait a minute, then try again.",
  sso_provider_not_found: "No organization signs in here with addresses of this domain.",
  saml_provider_disabled: "Single sign-on is off at the moment.",
  saml_assertion_no_email:
    "Your organization sent no address of its own domain, so we could not sign you in.",
  saml_assertion_no_user_id: "Your organization did not say who you are, so we could not sign you in.",
  saml_assertion_rejected:
    "The answer of your organization could not be trusted. Try again, or tell its administrators.",
  saml_relay_state_not_found: "This sign-in was finished or had run out. Start again.",
  saml_relay_state_expired: "This sign-in took too long. Start again.",
  flow_state_expired: "This link was opened too long ago.",
  user_banned: "This account is closed.",
  session_not_found: "You were signed out meanwhile. Sign in again.",
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

/** `inOwnWords`: the server's message stays as it is, where the screen shows it as the specification says. */
export function authFailure(
  { code, message, reasons = [] }: Refused,
  { rules, inOwnWords = false }: { rules: PasswordRules; inOwnWords?: boolean },
): AuthFailure {
  const field = FIELDS[code] ?? (code === "validation_failed" ? fieldIn(message) : null);
  // A suspension says its end and its reason, a closed account nothing.
  const isPlain = (inOwnWords && code !== "unreachable") || message.startsWith(SUSPENDED);
  const said = (isPlain ? message : WORDS[code]) ?? message;
  const listed = reasons.filter(isReason).map((reason) => weakness(reason, rules));
  return {
    code,
    message: said,
    field,
    reasons: field === "password" && listed.length === 0 ? [said] : listed,
  };
}

function fieldIn(message: string): AuthFailure["field"] {
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
