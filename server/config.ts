import { resolve } from "node:path";
import { z } from "zod";
import { DEFAULT_MAX_BYTES } from "#core/storage/limits.ts";
import { httpOrigin } from "#server/platform/http-origin.ts";
import { StartError } from "#server/platform/start-error.ts";
import { type NewsConfig, newsConfig, newsVariables } from "./config-news.ts";

/** The only reader of process.env. A value that cannot be used stops the start, with the variable's name. */

const flag = z.enum(["on", "off"], { error: 'must be "on" or "off"' }).transform((value) => value === "on");

const whole = (least: number, most: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${least} to ${most}` })
    .int(`must be a whole number from ${least} to ${most}`)
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`);

/** A list with commas; an empty entry is nobody's intention. */
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ""),
);

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https address" });

const jsonWebKeys = z.string().transform((text, context) => {
  try {
    const parsed: unknown = JSON.parse(text);
    const keys = Array.isArray(parsed) ? parsed : (parsed as { keys?: unknown }).keys;
    return z
      .array(z.looseObject({ kty: z.string(), kid: z.string() }))
      .min(1)
      .parse(keys);
  } catch {
    context.addIssue({ code: "custom", message: "must be a JSON Web Key set whose keys have kty and kid" });
    return z.NEVER;
  }
});

const variables = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: z.coerce.number({ error: "must be a port number" }).int().min(0).max(65535).default(3000),
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// connection string" })
    .optional(),
  DEMO: flag.optional(),
  TRUST_PROXY: z
    .union([z.literal("off").transform(() => 0), z.coerce.number().int().min(0).max(10)], {
      error: 'must be "off" or the number of proxies in front (1 to 10)',
    })
    .default(0),
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
  AUTH_TOKEN_SECONDS: whole(30, 604_800).default(3600),
  AUTH_REUSE_SECONDS: whole(0, 300).default(10),
  AUTH_OTP_LENGTH: whole(6, 10).default(6),
  AUTH_OTP_SECONDS: whole(1, 86_400).default(3600),
  AUTH_MAIL_SPACING_SECONDS: whole(0, 86_400).default(60),
  AUTH_MAIL_PER_HOUR: whole(1, 1_000_000).default(30),
  AUTH_SMS_OTP_SECONDS: whole(1, 86_400).default(60),
  AUTH_SMS_SPACING_SECONDS: whole(0, 86_400).default(60),
  AUTH_SMS_PER_HOUR: whole(1, 1_000_000).default(30),
  AUTH_SECURE_EMAIL_CHANGE: flag.default(true),
  AUTH_REAUTHENTICATION: flag.default(false),
  AUTH_REQUIRE_CURRENT_PASSWORD: flag.default(false),
  AUTH_PASSWORD_MIN: whole(6, 72).default(6),
  AUTH_PASSWORD_CHARACTERS: z
    .string()
    .transform((text) => text.split(":").filter((set) => set !== ""))
    .default([]),
  AUTH_MFA_TOTP_ENROLL: flag.default(true),
  AUTH_MFA_TOTP_VERIFY: flag.default(true),
  AUTH_MANUAL_LINKING: flag.default(false),
  AUTH_SAML: flag.default(false),
  AUTH_SAML_ALLOW_PRIVATE: flag.default(false),
  AUTH_UNCONFIRMED_DAYS: whole(0, 3650).default(30),
  AUTH_RATE_LIMITS: flag.default(true),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n"]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      "must be an address, or a name with <address>",
    )
    .optional(),
  SMS_URL: httpUrl.optional(),
  SMS_TOKEN: z.string().min(8, "must have at least 8 characters").optional(),
  STORAGE_MAX_BYTES: whole(1_000_000, 1_099_511_627_776).default(DEFAULT_MAX_BYTES),
  ...newsVariables,
  MARKET_URL: httpUrl.optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  METRICS_TOKEN: z.string().min(8, "must have at least 8 characters").optional(),
});

export interface Config {
  readonly environment: "production" | "development" | "test";
  readonly host: string;
  readonly port: number;
  /** The origin that links and redirects use, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether PUBLIC_URL was given, rather than made from HOST and PORT. */
  readonly publicUrlGiven: boolean;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly demo: boolean;
  /** How many proxies' forwarded headers count; 0 is none. */
  readonly trustProxy: number;
  readonly auth: {
    readonly jwtSecret: string | undefined;
    readonly jwtKeys: readonly Record<string, unknown>[] | undefined;
    readonly disableSignup: boolean;
    /** Whether addresses count as confirmed without a mail. */
    readonly autoconfirm: boolean;
    readonly anonymous: boolean;
    /** Whether people sign up and in with a mail address. */
    readonly email: boolean;
    /** Whether people sign up and in with a phone number, and whether it counts as confirmed without a message. */
    readonly phone: boolean;
    readonly smsAutoconfirm: boolean;
    /** Where people land when a request names no allowed address. */
    readonly siteUrl: string;
    /** Globs of further addresses that may be redirected to. */
    readonly redirectAllow: readonly string[];
    /** Life of an access token, in seconds. */
    readonly tokenSeconds: number;
    /** How long a used refresh token may come again, in seconds. */
    readonly reuseSeconds: number;
    readonly otpLength: number;
    readonly otpSeconds: number;
    /** Between two mails of a kind to one address, in seconds. */
    readonly mailSpacingSeconds: number;
    readonly mailPerHour: number;
    /** The same three for codes in text messages. */
    readonly smsOtpSeconds: number;
    readonly smsSpacingSeconds: number;
    readonly smsPerHour: number;
    /** Whether both addresses must agree to a change. */
    readonly secureEmailChange: boolean;
    /** Whether a new password takes a code by mail when the session is over a day old. */
    readonly reauthentication: boolean;
    readonly requireCurrentPassword: boolean;
    readonly password: { readonly minLength: number; readonly characterSets: readonly string[] };
    /** Whether new second factors (TOTP) may be set up, and kept ones be used. */
    readonly mfaTotpEnroll: boolean;
    readonly mfaTotpVerify: boolean;
    readonly manualLinking: boolean;
    readonly saml: boolean;
    /** Whether metadata of identity providers may be fetched from private addresses. */
    readonly samlAllowPrivate: boolean;
    /** After so many days an account that nobody confirmed goes; 0 keeps them. */
    readonly unconfirmedDays: number;
    readonly rateLimits: boolean;
  };
  readonly mail: {
    /** Without one, mails are kept for an administrator to read. */
    readonly smtpUrl: string | undefined;
    /** Where text messages are posted to; without one they are kept like mails. */
    readonly smsUrl?: string | undefined;
    readonly smsToken?: string | undefined;
    readonly from: string;
  };
  readonly storage: {
    /** The largest file that is taken, in bytes; a bucket may say less. */
    readonly maxBytes: number;
  };
  readonly news: NewsConfig;
  /** Where prices come from, in CoinGecko's form; null shows samples. */
  readonly marketUrl: string | null;
  readonly logLevel: "trace" | "debug" | "info" | "warn" | "error" | "silent";
  readonly metricsToken: string | undefined;
}

/** Names that start like ours but are unknown are a mistyped setting, not somebody else's variable. */
const OUR_PREFIXES =
  /^(AUTH|DEMO|DATA_DIR|DATABASE_URL|TRUST_PROXY|PUBLIC_URL|METRICS|LOG_LEVEL|SMTP_|SMS_|MAIL_FROM|STORAGE_|NEWS_|FEED_|MARKET_)/;

export class ConfigError extends StartError {
  override readonly name = "ConfigError";
}

/** Reads and checks the environment. Throws ConfigError, one line per variable that is wrong. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const unknown = Object.keys(given).filter((name) => OUR_PREFIXES.test(name) && !(name in variables.shape));
  const parsed = variables.safeParse(given);
  const problems = unknown.map((name) => `${name} is not a setting of this program`);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) problems.push(`${issue.path.join(".")} ${issue.message}`);
  }
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems.join("\n"));

  const v = parsed.data;
  const demo = v.DEMO ?? v.DATABASE_URL === undefined;
  const publicUrl = v.PUBLIC_URL ? new URL(v.PUBLIC_URL).origin : httpOrigin(v.HOST, v.PORT);
  return Object.freeze({
    environment: v.NODE_ENV,
    host: v.HOST,
    port: v.PORT,
    publicUrl,
    publicUrlGiven: v.PUBLIC_URL !== undefined,
    dataDir: resolve(v.DATA_DIR),
    databaseUrl: v.DATABASE_URL,
    demo,
    trustProxy: v.TRUST_PROXY,
    auth: Object.freeze({
      jwtSecret: v.AUTH_JWT_SECRET,
      jwtKeys: v.AUTH_JWT_KEYS,
      disableSignup: v.AUTH_DISABLE_SIGNUP,
      autoconfirm: v.AUTH_AUTOCONFIRM ?? v.SMTP_URL === undefined,
      anonymous: v.AUTH_ANONYMOUS,
      email: v.AUTH_EMAIL,
      phone: v.AUTH_PHONE,
      smsAutoconfirm: v.AUTH_SMS_AUTOCONFIRM,
      siteUrl: v.AUTH_SITE_URL ?? publicUrl,
      redirectAllow: v.AUTH_REDIRECT_ALLOW,
      tokenSeconds: v.AUTH_TOKEN_SECONDS,
      reuseSeconds: v.AUTH_REUSE_SECONDS,
      otpLength: v.AUTH_OTP_LENGTH,
      otpSeconds: v.AUTH_OTP_SECONDS,
      mailSpacingSeconds: v.AUTH_MAIL_SPACING_SECONDS,
      mailPerHour: v.AUTH_MAIL_PER_HOUR,
      smsOtpSeconds: v.AUTH_SMS_OTP_SECONDS,
      smsSpacingSeconds: v.AUTH_SMS_SPACING_SECONDS,
      smsPerHour: v.AUTH_SMS_PER_HOUR,
      secureEmailChange: v.AUTH_SECURE_EMAIL_CHANGE,
      reauthentication: v.AUTH_REAUTHENTICATION,
      requireCurrentPassword: v.AUTH_REQUIRE_CURRENT_PASSWORD,
      password: { minLength: v.AUTH_PASSWORD_MIN, characterSets: v.AUTH_PASSWORD_CHARACTERS },
      mfaTotpEnroll: v.AUTH_MFA_TOTP_ENROLL,
      mfaTotpVerify: v.AUTH_MFA_TOTP_VERIFY,
      manualLinking: v.AUTH_MANUAL_LINKING,
      saml: v.AUTH_SAML,
      samlAllowPrivate: v.AUTH_SAML_ALLOW_PRIVATE,
      unconfirmedDays: v.AUTH_UNCONFIRMED_DAYS,
      rateLimits: v.AUTH_RATE_LIMITS,
    }),
    mail: Object.freeze({
      smtpUrl: v.SMTP_URL,
      smsUrl: v.SMS_URL,
      smsToken: v.SMS_TOKEN,
      from: v.MAIL_FROM ?? `Lattice <no-reply@${new URL(publicUrl).hostname}>`,
    }),
    storage: Object.freeze({ maxBytes: v.STORAGE_MAX_BYTES }),
    news: newsConfig(v),
    marketUrl: v.MARKET_URL ?? null,
    logLevel: v.LOG_LEVEL,
    metricsToken: v.METRICS_TOKEN,
  });
}
