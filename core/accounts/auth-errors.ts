import { ExpectedError } from "#core/expected-error.ts";
import type { WeakPasswordReason } from "./password-rules.ts";

/**
 * Every error of /auth/v1, with its statuses (the default first) and its default message. Codes and statuses
 * come from the protocol, except username_*, which are ours.
 */
export const AUTH_ERRORS = {
  bad_json: { status: [400], message: "Could not parse request body as JSON" },
  validation_failed: { status: [400, 404, 422], message: "The request is not valid" },
  invalid_credentials: { status: [400], message: "Invalid login credentials" },
  email_not_confirmed: { status: [400, 422], message: "Email not confirmed" },
  phone_not_confirmed: { status: [400, 422], message: "Phone not confirmed" },
  email_provider_disabled: { status: [422, 400], message: "Email logins are disabled" },
  phone_provider_disabled: { status: [422, 400], message: "Phone logins are disabled" },
  anonymous_provider_disabled: { status: [422], message: "Anonymous sign-ins are disabled" },
  signup_disabled: { status: [422], message: "Signups not allowed for this instance" },
  user_already_exists: { status: [422], message: "User already registered" },
  email_exists: {
    status: [422],
    message: "A user with this email address has already been registered",
  },
  otp_disabled: { status: [422], message: "Signups not allowed for otp" },
  otp_expired: { status: [403], message: "Token has expired or is invalid" },
  over_email_send_rate_limit: { status: [429], message: "email rate limit exceeded" },
  over_sms_send_rate_limit: { status: [429], message: "sms rate limit exceeded" },
  sms_send_failed: { status: [422], message: "We can't send text messages at the moment. Try again later." },
  flow_state_not_found: { status: [404], message: "invalid flow state, no valid flow state found" },
  flow_state_expired: { status: [422], message: "invalid flow state, flow state has expired" },
  bad_code_verifier: {
    status: [400],
    message: "code challenge does not match previously saved code verifier",
  },
  reauthentication_needed: { status: [400], message: "Password update requires reauthentication" },
  reauthentication_not_valid: { status: [422], message: "Nonce has expired or is invalid" },
  current_password_required: {
    status: [400],
    message: "Current password is required when setting a new password.",
  },
  current_password_invalid: { status: [400], message: "Current password is not correct." },
  phone_exists: {
    status: [422],
    message: "A user with this phone number has already been registered",
  },
  weak_password: { status: [422], message: "Password should be at least 6 characters." },
  same_password: {
    status: [422],
    message: "New password should be different from the old password.",
  },
  username_invalid: { status: [422], message: "You can't use this username." },
  username_taken: {
    status: [422],
    message: "This username is taken, or looks too much like one that is.",
  },
  user_banned: { status: [403, 400], message: "User is banned" },
  user_not_found: { status: [403, 404], message: "User from sub claim in JWT does not exist" },
  session_not_found: {
    status: [403, 400],
    message: "Session from session_id claim in JWT does not exist",
  },
  session_expired: { status: [400], message: "Invalid Refresh Token: Session Expired" },
  refresh_token_not_found: {
    status: [400],
    message: "Invalid Refresh Token: Refresh Token Not Found",
  },
  refresh_token_already_used: { status: [400], message: "Invalid Refresh Token: Already Used" },
  no_authorization: { status: [401, 403], message: "This endpoint requires a valid Bearer token" },
  bad_jwt: { status: [403, 400], message: "invalid JWT: unable to parse or verify signature" },
  insufficient_aal: {
    status: [401, 403, 422],
    message: "AAL2 session is required to update email, phone or password when MFA is enabled.",
  },
  mfa_factor_not_found: { status: [404, 422], message: "Factor not found" },
  mfa_factor_name_conflict: {
    status: [422],
    message: "A factor with this friendly name for this user already exists",
  },
  mfa_verified_factor_exists: { status: [422], message: "A verified factor of this type already exists" },
  mfa_totp_enroll_not_enabled: { status: [422], message: "MFA enroll is disabled for TOTP" },
  mfa_totp_verify_not_enabled: { status: [422], message: "MFA verification is disabled for TOTP" },
  mfa_phone_enroll_not_enabled: { status: [422], message: "MFA enroll is disabled for Phone" },
  mfa_webauthn_enroll_not_enabled: { status: [422], message: "MFA enroll is disabled for WebAuthn" },
  too_many_enrolled_mfa_factors: {
    status: [422],
    message: "Maximum number of enrolled factors reached, unenroll to continue",
  },
  mfa_verification_failed: { status: [422], message: "Invalid TOTP code entered" },
  mfa_ip_address_mismatch: {
    status: [422],
    message: "Challenge and verify IP addresses mismatch.",
  },
  mfa_challenge_expired: {
    status: [422],
    message: "MFA challenge has expired, verify against another challenge or create a new challenge.",
  },
  mfa_recovery_codes_sole_factor: {
    status: [422],
    message: "Recovery codes need another verified factor",
  },
  mfa_recovery_codes_locked: {
    status: [429],
    message: "Too many wrong recovery codes, try again later or use another factor",
  },
  provider_disabled: { status: [400], message: "Unsupported provider: provider is not enabled" },
  bad_oauth_state: {
    status: [400],
    message: "OAuth state does not belong to this browser, has expired or was already used",
  },
  bad_oauth_callback: { status: [400, 403], message: "The provider's response is not valid" },
  provider_email_needs_verification: {
    status: [422],
    message: "The provider did not return a verified email address",
  },
  identity_already_exists: { status: [422], message: "Identity is already linked to another user" },
  identity_not_found: { status: [422], message: "Identity doesn't exist" },
  single_identity_not_deletable: {
    status: [422],
    message: "User must have at least 1 identity after unlinking",
  },
  manual_linking_disabled: { status: [404], message: "Manual linking is disabled" },
  user_sso_managed: {
    status: [422],
    message: "This account is managed by its organization, which also manages its email address and password",
  },
  saml_provider_disabled: { status: [404], message: "SAML 2.0 is disabled" },
  sso_provider_not_found: { status: [404], message: "No SSO provider assigned for this domain" },
  saml_idp_already_exists: {
    status: [422],
    message: "SAML Identity Provider with this EntityID already exists",
  },
  sso_domain_already_exists: { status: [422], message: "SSO Domain is already assigned to an SSO provider" },
  saml_entity_id_mismatch: {
    status: [422],
    message: "The EntityID of a SAML Identity Provider cannot be changed",
  },
  saml_relay_state_not_found: {
    status: [404],
    message: "SAML RelayState does not exist, try logging in again?",
  },
  saml_relay_state_expired: { status: [422], message: "SAML RelayState has expired. Try logging in again?" },
  saml_assertion_rejected: { status: [403], message: "SAML Assertion is not valid" },
  saml_assertion_no_user_id: {
    status: [422],
    message: "SAML Assertion did not contain a persistent Subject Identifier uniquely identifying the user",
  },
  saml_assertion_no_email: { status: [422], message: "SAML Assertion does not contain an email address" },
  oauth_client_not_found: { status: [404, 400], message: "OAuth client not found" },
  oauth_authorization_not_found: { status: [404], message: "authorization not found" },
  oauth_consent_not_found: { status: [404], message: "No active grant found for this client" },
  oauth_dynamic_client_registration_disabled: {
    status: [403],
    message: "Dynamic client registration is not enabled",
  },
  passkey_disabled: { status: [404], message: "Passkeys are disabled" },
  too_many_passkeys: { status: [422], message: "Maximum number of passkeys reached, delete one to continue" },
  webauthn_challenge_not_found: { status: [400], message: "WebAuthn challenge not found or already used" },
  webauthn_challenge_expired: { status: [400], message: "WebAuthn challenge has expired" },
  webauthn_verification_failed: { status: [400], message: "WebAuthn credential verification failed" },
  webauthn_credential_exists: { status: [422], message: "This passkey is already registered" },
  web3_provider_disabled: { status: [422], message: "Web3 provider is disabled" },
  web3_unsupported_chain: { status: [400], message: "Unsupported chain" },
  feature_disabled: { status: [404], message: "This feature is disabled" },
  not_admin: { status: [403], message: "User not allowed" },
  conflict: { status: [409], message: "Too many concurrent token refresh requests on the same session" },
  over_request_rate_limit: { status: [429], message: "Request rate limit reached" },
  request_entity_too_large: { status: [413], message: "Request body is too large" },
  request_timeout: {
    status: [504],
    message: "Processing this request timed out, please retry after a moment.",
  },
  unknown: { status: [404], message: "There's nothing at this URL" },
  unexpected_failure: {
    status: [500, 503],
    message: "Unexpected failure, please check server logs for more information",
  },
} as const satisfies Record<string, { status: readonly [number, ...number[]]; message: string }>;

export type AuthErrorCode = keyof typeof AUTH_ERRORS;

interface AuthErrorOptions<C extends AuthErrorCode> {
  message?: string;
  /** One of the code's statuses. Default: the first. */
  status?: (typeof AUTH_ERRORS)[C]["status"][number];
  reasons?: readonly WeakPasswordReason[];
  cause?: unknown;
}

/** An expected account error, shown in a form or returned by the API. */
export class AuthError<C extends AuthErrorCode = AuthErrorCode> extends ExpectedError<C> {
  override readonly name = "AuthError";
  readonly reasons: readonly WeakPasswordReason[] | undefined;

  constructor(code: C, options: AuthErrorOptions<C> = {}) {
    const { status, message } = AUTH_ERRORS[code];
    super(code, { status: options.status ?? status[0], message: options.message ?? message }, options.cause);
    this.reasons = options.reasons;
  }
}
