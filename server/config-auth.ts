import { z } from "zod";
import { ethereumVariables, readEthereumSettings } from "./config-ethereum.ts";
import type { SignInProvider } from "./config-providers.ts";
import { flag, httpUrl, integer, list } from "./config-values.ts";

const jsonWebKeys = z.string().transform((text, context) => {
  try {
    const parsed: unknown = JSON.parse(text);
    const keys = Array.isArray(parsed) ? parsed : (parsed as { keys?: unknown }).keys;
    return z
      .array(z.looseObject({ kty: z.string(), kid: z.string() }))
      .min(1)
      .parse(keys);
  } catch {
    context.addIssue({
      code: "custom",
      message: "must be a JSON Web Key set in which each key has kty and kid",
    });
    return z.NEVER;
  }
});

/** Ten years. */
const SESSION_MAX_SECONDS = 315_360_000;

export const authVariables = {
  AUTH_JWT_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  AUTH_JWT_KEYS: jsonWebKeys.optional(),
  AUTH_DISABLE_SIGNUP: flag.default(false),
  AUTH_AUTOCONFIRM: flag.optional(),
  AUTH_ANONYMOUS: flag.default(false),
  AUTH_EMAIL: flag.default(true),
  AUTH_PHONE: flag.default(false),
  AUTH_SMS_AUTOCONFIRM: flag.default(false),
  AUTH_SITE_URL: httpUrl.optional(),
  AUTH_REDIRECT_ALLOW: list.default([]),
  AUTH_TOKEN_SECONDS: integer(30, 604_800).default(3600),
  AUTH_REUSE_SECONDS: integer(0, 300).default(10),
  AUTH_SESSION_TIMEBOX_SECONDS: integer(1, SESSION_MAX_SECONDS).optional(),
  AUTH_SESSION_INACTIVITY_SECONDS: integer(1, SESSION_MAX_SECONDS).optional(),
  AUTH_SESSION_LOW_AAL_SECONDS: integer(1, SESSION_MAX_SECONDS).optional(),
  AUTH_SESSION_SINGLE: flag.default(false),
  AUTH_OTP_LENGTH: integer(6, 10).default(6),
  AUTH_OTP_SECONDS: integer(1, 86_400).default(3600),
  AUTH_MAIL_SPACING_SECONDS: integer(0, 86_400).default(60),
  AUTH_MAIL_PER_HOUR: integer(1, 1_000_000).default(30),
  AUTH_SMS_OTP_SECONDS: integer(1, 86_400).default(60),
  AUTH_SMS_SPACING_SECONDS: integer(0, 86_400).default(60),
  AUTH_SMS_PER_HOUR: integer(1, 1_000_000).default(30),
  AUTH_SECURE_EMAIL_CHANGE: flag.default(true),
  AUTH_REAUTHENTICATION: flag.default(false),
  AUTH_REQUIRE_CURRENT_PASSWORD: flag.default(false),
  AUTH_PASSWORD_MIN: integer(6, 72).default(6),
  AUTH_PASSWORD_CHARACTERS: z
    .string()
    .transform((text) => text.split(":").filter((set) => set !== ""))
    .default([]),
  AUTH_MFA_TOTP_ENROLL: flag.default(true),
  AUTH_MFA_TOTP_VERIFY: flag.default(true),
  AUTH_PASSKEYS: flag.default(true),
  AUTH_MANUAL_LINKING: flag.optional(),
  AUTH_SAML: flag.default(false),
  AUTH_SAML_ALLOW_PRIVATE: flag.default(false),
  AUTH_OIDC_ALLOW_PRIVATE: flag.default(false),
  AUTH_OAUTH_SERVER: flag.default(false),
  AUTH_OAUTH_REGISTRATION: flag.default(false),
  AUTH_UNCONFIRMED_DAYS: integer(0, 3650).default(30),
  AUTH_RATE_LIMITS: flag.default(true),
  ...ethereumVariables,
};

type ParsedVariables = z.output<z.ZodObject<typeof authVariables>> & {
  readonly SMTP_URL?: string | undefined;
};

/** Reads the AUTH_ settings. Without an email server, email addresses count as confirmed by default. */
export function readAuthSettings(
  v: ParsedVariables,
  publicUrl: string,
  providers: readonly SignInProvider[],
) {
  return Object.freeze({
    jwtSecret: v.AUTH_JWT_SECRET,
    jwtKeys: v.AUTH_JWT_KEYS as readonly Record<string, unknown>[] | undefined,
    disableSignup: v.AUTH_DISABLE_SIGNUP,
    autoconfirm: v.AUTH_AUTOCONFIRM ?? v.SMTP_URL === undefined,
    anonymous: v.AUTH_ANONYMOUS,
    email: v.AUTH_EMAIL,
    phone: v.AUTH_PHONE,
    smsAutoconfirm: v.AUTH_SMS_AUTOCONFIRM,
    /** The URL to redirect to if a request doesn't specify an allowed one. */
    siteUrl: v.AUTH_SITE_URL ?? publicUrl,
    /** Globs of additional URLs that redirects are allowed to. */
    redirectAllow: v.AUTH_REDIRECT_ALLOW,
    tokenSeconds: v.AUTH_TOKEN_SECONDS,
    /** How long a used refresh token is still accepted. */
    reuseSeconds: v.AUTH_REUSE_SECONDS,
    /** When a session can no longer be refreshed. */
    sessions: {
      timeboxSeconds: v.AUTH_SESSION_TIMEBOX_SECONDS,
      inactivitySeconds: v.AUTH_SESSION_INACTIVITY_SECONDS,
      /** How long a user with two-factor authentication may stay signed in at aal1. */
      lowAalSeconds: v.AUTH_SESSION_LOW_AAL_SECONDS,
      /** Whether a new sign-in ends the user's earlier sessions. */
      single: v.AUTH_SESSION_SINGLE,
    },
    otpLength: v.AUTH_OTP_LENGTH,
    otpSeconds: v.AUTH_OTP_SECONDS,
    /** Minimum time between emails of the same kind to the same address. */
    emailSpacingSeconds: v.AUTH_MAIL_SPACING_SECONDS,
    emailsPerHour: v.AUTH_MAIL_PER_HOUR,
    smsOtpSeconds: v.AUTH_SMS_OTP_SECONDS,
    smsSpacingSeconds: v.AUTH_SMS_SPACING_SECONDS,
    smsPerHour: v.AUTH_SMS_PER_HOUR,
    /** Whether an email change must be confirmed at both addresses. */
    secureEmailChange: v.AUTH_SECURE_EMAIL_CHANGE,
    /** Whether a new password requires a one-time code when the session is over a day old. */
    reauthentication: v.AUTH_REAUTHENTICATION,
    requireCurrentPassword: v.AUTH_REQUIRE_CURRENT_PASSWORD,
    password: { minLength: v.AUTH_PASSWORD_MIN, characterSets: v.AUTH_PASSWORD_CHARACTERS },
    mfaTotpEnroll: v.AUTH_MFA_TOTP_ENROLL,
    mfaTotpVerify: v.AUTH_MFA_TOTP_VERIFY,
    /** Whether members can link identities themselves. Undefined means only if a provider or Ethereum is configured. */
    manualLinking: v.AUTH_MANUAL_LINKING,
    passkeys: v.AUTH_PASSKEYS,
    /** The providers in environment variables. Administrators can add more in the settings. */
    providers,
    /** Whether providers may have private addresses and use http. */
    oidcAllowPrivate: v.AUTH_OIDC_ALLOW_PRIVATE,
    ethereum: readEthereumSettings(v),
    saml: v.AUTH_SAML,
    /** Whether metadata of identity providers may be fetched from private addresses. */
    samlAllowPrivate: v.AUTH_SAML_ALLOW_PRIVATE,
    /** Whether members can sign in to apps with their account on this site. */
    oauthServer: v.AUTH_OAUTH_SERVER,
    oauthRegistration: v.AUTH_OAUTH_REGISTRATION,
    /** Days after which an account that was never confirmed is deleted; 0 means never. */
    unconfirmedDays: v.AUTH_UNCONFIRMED_DAYS,
    rateLimits: v.AUTH_RATE_LIMITS,
  });
}
