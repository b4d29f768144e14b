/**
 * The closed table of what /auth/v1 refuses: code -> the statuses it may carry (the first is the usual one) and its
 * usual words. The codes and statuses are the protocol's; username_* are ours, for the rule on names.
 */
export const AUTH_ERRORS = {
  bad_json: { status: [400], message: "Could not parse request body as JSON" },
  validation_failed: { status: [400, 404, 422], message: "The request is not valid" },
  invalid_credentials: { status: [400], message: "Invalid login credentials" },
  email_not_confirmed: { status: [400, 422], message: "Email not confirmed" },
  email_provider_disabled: { status: [422, 400], message: "Email logins are disabled" },
  phone_provider_disabled: { status: [422, 400], message: "Phone logins are disabled" },
  anonymous_provider_disabled: { status: [422], message: "Anonymous sign-ins are disabled" },
  signup_disabled: { status: [422], message: "Signups not allowed for this instance" },
  user_already_exists: { status: [422], message: "User already registered" },
  email_exists: {
    status: [422],
    message: "A user with this email address has already been registered",
  },
  weak_password: { status: [422], message: "Password should be at least 6 characters." },
  same_password: {
    status: [422],
    message: "New password should be different from the old password.",
  },
  username_invalid: { status: [422], message: "This username cannot be used." },
  username_taken: {
    status: [422],
    message: "This username is taken or looks too much like one that is.",
  },
  user_banned: { status: [403, 400], message: "User is banned" },
  user_not_found: { status: [403, 404], message: "User from sub claim in JWT does not exist" },
  session_not_found: {
    status: [403, 400],
    message: "Session from session_id claim in JWT does not exist",
  },
  refresh_token_not_found: {
    status: [400],
    message: "Invalid Refresh Token: Refresh Token Not Found",
  },
  refresh_token_already_used: { status: [400], message: "Invalid Refresh Token: Already Used" },
  no_authorization: { status: [401, 403], message: "This endpoint requires a valid Bearer token" },
  bad_jwt: { status: [403, 400], message: "invalid JWT: unable to parse or verify signature" },
  not_admin: { status: [403], message: "User not allowed" },
  conflict: { status: [409], message: "Too many concurrent token refresh requests on the same session" },
  over_request_rate_limit: { status: [429], message: "Request rate limit reached" },
  request_entity_too_large: { status: [413], message: "Request body is too large" },
  request_timeout: {
    status: [504],
    message: "Processing this request timed out, please retry after a moment.",
  },
  unknown: { status: [404], message: "There is nothing at this address" },
  unexpected_failure: {
    status: [500, 503],
    message: "Unexpected failure, please check server logs for more information",
  },
} as const satisfies Record<string, { status: readonly [number, ...number[]]; message: string }>;

export type AuthErrorCode = keyof typeof AUTH_ERRORS;

/** Why a password is weak, as the protocol names it. */
export type WeakPasswordReason = "length" | "characters" | "pwned";

interface AuthErrorOptions<C extends AuthErrorCode> {
  message?: string;
  /** One of the code's other statuses. */
  status?: (typeof AUTH_ERRORS)[C]["status"][number];
  weakPasswordReasons?: readonly WeakPasswordReason[];
  cause?: unknown;
}

/** An expected refusal of the accounts, by a form or by the protocol. */
export class AuthError<C extends AuthErrorCode = AuthErrorCode> extends Error {
  override readonly name = "AuthError";
  readonly code: C;
  readonly status: number;
  readonly weakPasswordReasons: readonly WeakPasswordReason[] | undefined;

  constructor(code: C, options: AuthErrorOptions<C> = {}) {
    super(options.message ?? AUTH_ERRORS[code].message, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? AUTH_ERRORS[code].status[0];
    this.weakPasswordReasons = options.weakPasswordReasons;
  }
}
