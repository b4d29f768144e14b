import { ExpectedError } from "#core/expected-error.ts";
import type { WeakPasswordReason } from "./password-rules.ts";

type Statuses = readonly [number, ...number[]];

const error = <const S extends Statuses>(message: string, ...statuses: S) => ({ statuses, message });

/**
 * Every error that /auth/v1 can return, except those in OAuth's format (server/auth/oauth-error.ts), with its statuses
 * (the default first) and its default message. Codes and statuses come from the protocol, apart from codes of our own,
 * such as username_* and saml_assertion_rejected.
 */
export const AUTH_ERRORS = {
  bad_json: error("Could not parse request body as JSON", 400),
  validation_failed: error("The request is not valid", 400, 404, 422),
  invalid_credentials: error("Invalid login credentials", 400),
  email_not_confirmed: error("Email not confirmed", 400, 422),
  phone_not_confirmed: error("Phone not confirmed", 400, 422),
  email_provider_disabled: error("Email logins are disabled", 422, 400),
  phone_provider_disabled: error("Phone logins are disabled", 422, 400),
  anonymous_provider_disabled: error("Anonymous sign-ins are disabled", 422),
  signup_disabled: error("Signups not allowed for this instance", 422),
  user_already_exists: error("User already registered", 422),
  email_exists: error("A user with this email address has already been registered", 422),
  otp_disabled: error("Signups not allowed for otp", 422),
  otp_expired: error("Token has expired or is invalid", 403),
  over_email_send_rate_limit: error("email rate limit exceeded", 429),
  over_sms_send_rate_limit: error("sms rate limit exceeded", 429),
  sms_send_failed: error("We can't send text messages at the moment. Try again later.", 422),
  flow_state_not_found: error("invalid flow state, no valid flow state found", 404),
  flow_state_expired: error("invalid flow state, flow state has expired", 422),
  bad_code_verifier: error("code challenge does not match previously saved code verifier", 400),
  reauthentication_needed: error("Password update requires reauthentication", 400),
  reauthentication_not_valid: error("Nonce has expired or is invalid", 422),
  current_password_required: error("Current password is required when setting a new password.", 400),
  current_password_invalid: error("Current password is not correct.", 400),
  phone_exists: error("A user with this phone number has already been registered", 422),
  weak_password: error("Password should be at least 6 characters.", 422),
  same_password: error("New password should be different from the old password.", 422),
  username_invalid: error("You can't use this username.", 422),
  username_taken: error("This username is taken, or looks too much like one that is.", 422),
  user_banned: error("User is banned", 403, 400),
  user_not_found: error("User from sub claim in JWT does not exist", 403, 404),
  session_not_found: error("Session from session_id claim in JWT does not exist", 403, 400),
  session_expired: error("Invalid Refresh Token: Session Expired", 400),
  refresh_token_not_found: error("Invalid Refresh Token: Refresh Token Not Found", 400),
  refresh_token_already_used: error("Invalid Refresh Token: Already Used", 400),
  no_authorization: error("This endpoint requires a valid Bearer token", 401, 403),
  bad_jwt: error("invalid JWT: unable to parse or verify signature", 403, 400),
  insufficient_aal: error(
    "AAL2 session is required to update email, phone or password when MFA is enabled.",
    401,
    403,
    422,
  ),
  mfa_factor_not_found: error("Factor not found", 404, 422),
  mfa_factor_name_conflict: error("A factor with this friendly name for this user already exists", 422),
  mfa_verified_factor_exists: error("A verified factor of this type already exists", 422),
  mfa_totp_enroll_not_enabled: error("MFA enroll is disabled for TOTP", 422),
  mfa_totp_verify_not_enabled: error("MFA verification is disabled for TOTP", 422),
  mfa_phone_enroll_not_enabled: error("MFA enroll is disabled for Phone", 422),
  mfa_webauthn_enroll_not_enabled: error("MFA enroll is disabled for WebAuthn", 422),
  too_many_enrolled_mfa_factors: error(
    "Maximum number of enrolled factors reached, unenroll to continue",
    422,
  ),
  mfa_verification_failed: error("Invalid TOTP code entered", 422),
  mfa_ip_address_mismatch: error("Challenge and verify IP addresses mismatch.", 422),
  mfa_challenge_expired: error(
    "MFA challenge has expired, verify against another challenge or create a new challenge.",
    422,
  ),
  mfa_recovery_codes_sole_factor: error("Recovery codes need another verified factor", 422),
  mfa_recovery_codes_locked: error(
    "Too many wrong recovery codes, try again later or use another factor",
    429,
  ),
  provider_disabled: error("Unsupported provider: provider is not enabled", 400),
  bad_oauth_state: error("OAuth state does not belong to this browser, has expired or was already used", 400),
  bad_oauth_callback: error("The provider's response is not valid", 400, 403),
  provider_email_needs_verification: error("The provider did not return a verified email address", 422),
  identity_already_exists: error("Identity is already linked to another user", 422),
  identity_not_found: error("Identity doesn't exist", 422),
  single_identity_not_deletable: error("User must have at least 1 identity after unlinking", 422),
  manual_linking_disabled: error("Manual linking is disabled", 404),
  user_sso_managed: error(
    "This account is managed by its organization, which also manages its email address and password",
    422,
  ),
  saml_provider_disabled: error("SAML 2.0 is disabled", 404),
  sso_provider_not_found: error("No SSO provider assigned for this domain", 404),
  saml_idp_already_exists: error("SAML Identity Provider with this EntityID already exists", 422),
  sso_domain_already_exists: error("SSO Domain is already assigned to an SSO provider", 422),
  saml_entity_id_mismatch: error("The EntityID of a SAML Identity Provider cannot be changed", 422),
  saml_relay_state_not_found: error("SAML RelayState does not exist, try logging in again?", 404),
  saml_relay_state_expired: error("SAML RelayState has expired. Try logging in again?", 422),
  saml_assertion_rejected: error("SAML Assertion is not valid", 403),
  saml_assertion_no_user_id: error(
    "SAML Assertion did not contain a persistent Subject Identifier uniquely identifying the user",
    422,
  ),
  saml_assertion_no_email: error("SAML Assertion does not contain an email address", 422),
  oauth_client_not_found: error("OAuth client not found", 404, 400),
  oauth_authorization_not_found: error("authorization not found", 404),
  oauth_consent_not_found: error("No active grant found for this client", 404),
  oauth_dynamic_client_registration_disabled: error("Dynamic client registration is not enabled", 403),
  passkey_disabled: error("Passkeys are disabled", 404),
  too_many_passkeys: error("Maximum number of passkeys reached, delete one to continue", 422),
  webauthn_challenge_not_found: error("WebAuthn challenge not found or already used", 400),
  webauthn_challenge_expired: error("WebAuthn challenge has expired", 400),
  webauthn_verification_failed: error("WebAuthn credential verification failed", 400),
  webauthn_credential_exists: error("This passkey is already registered", 422),
  web3_provider_disabled: error("Web3 provider is disabled", 422),
  web3_unsupported_chain: error("Unsupported chain", 400),
  feature_disabled: error("This feature is disabled", 404),
  not_admin: error("User not allowed", 403),
  conflict: error("Too many concurrent token refresh requests on the same session", 409),
  over_request_rate_limit: error("Request rate limit reached", 429),
  request_entity_too_large: error("Request body is too large", 413),
  request_timeout: error("Processing this request timed out, please retry after a moment.", 504),
  not_found: error("There's nothing at this URL", 404),
  unexpected_failure: error("Unexpected failure, please check server logs for more information", 500, 503),
};

export type AuthErrorCode = keyof typeof AUTH_ERRORS;

interface AuthErrorOptions<C extends AuthErrorCode> {
  message?: string;
  /** One of the code's statuses. Default: the first. */
  status?: (typeof AUTH_ERRORS)[C]["statuses"][number];
  reasons?: readonly WeakPasswordReason[];
  cause?: unknown;
}

/** An expected account error, shown in a form or returned by the API. */
export class AuthError<C extends AuthErrorCode = AuthErrorCode> extends ExpectedError<C> {
  override readonly name = "AuthError";
  readonly reasons: readonly WeakPasswordReason[] | undefined;

  constructor(code: C, options: AuthErrorOptions<C> = {}) {
    const { statuses, message } = AUTH_ERRORS[code];
    super(
      code,
      { status: options.status ?? statuses[0], message: options.message ?? message },
      options.cause,
    );
    this.reasons = options.reasons;
  }
}
