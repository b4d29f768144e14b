import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";
import { DEFAULT_MAX_BYTES } from "#core/storage/limits.ts";
import { httpOrigin } from "#server/platform/http-origin.ts";
import { StartError } from "#server/platform/start-error.ts";
import { type AiConfig, aiConfig, aiVariables } from "./config-ai.ts";
import { type AuthSettings, authSettings, authVariables } from "./config-auth.ts";
import { type NewsConfig, newsConfig, newsVariables } from "./config-news.ts";
import { flag, httpUrl, whole } from "./config-values.ts";
import { type WalletServices, walletServices, walletVariables } from "./config-wallet.ts";

/** The only reader of process.env. A value that cannot be used stops the start, with the variable's name. */

const variables = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: z.coerce.number({ error: "must be a port number" }).int().min(0).max(65535).default(3000),
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z
    .string()
    .min(1)
    // Node never ends making a folder there, instead of failing.
    .refine((folder) => !/^\/proc(\/|$)/.test(resolve(folder)), {
      error: "must be a folder on a disk, and /proc is none: name another one, or leave it out for ./data",
    })
    .default("./data"),
  WORKERS: whole(1, 16).optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// connection string" })
    .optional(),
  DEMO: flag.optional(),
  TRUST_PROXY: z
    .union([z.literal("off").transform(() => 0), z.coerce.number().int().min(0).max(10)], {
      error: 'must be "off" or the number of proxies in front (1 to 10)',
    })
    .default(0),
  CDN_MAX_AGE: whole(0, 3600).default(0),
  ...authVariables,
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
  ...aiVariables,
  MARKET_URL: httpUrl.optional(),
  ...walletVariables,
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
  /** How many processes answer requests; in development one, which rebuilds the pages. */
  readonly workers: number;
  readonly demo: boolean;
  /** How many proxies' forwarded headers count; 0 is none. */
  readonly trustProxy: number;
  /** Seconds for which a shared cache in front may show visitors a page without asking; 0 is none. */
  readonly cdnMaxAge: number;
  readonly auth: AuthSettings;
  readonly mail: {
    /** Without one, mails are kept for an administrator to read. */
    readonly smtpUrl: string | undefined;
    /** Where text messages are posted to; without one they are kept like mails. */
    readonly smsUrl?: string | undefined;
    readonly smsToken?: string | undefined;
    /** An address, or a name with <address>; undefined: the site's name, at the host of PUBLIC_URL. */
    readonly from: string | undefined;
  };
  readonly storage: {
    /** The largest file that is taken, in bytes; a bucket may say less. */
    readonly maxBytes: number;
  };
  readonly news: NewsConfig;
  readonly ai: AiConfig;
  /** Where prices come from, in CoinGecko's form; null shows samples. */
  readonly marketUrl: string | null;
  readonly wallet: WalletServices;
  readonly logLevel: "trace" | "debug" | "info" | "warn" | "error" | "silent";
  readonly metricsToken: string | undefined;
}

/** Names that start like ours but are unknown are a mistyped setting, not somebody else's variable. */
const OUR_PREFIXES =
  /^(AUTH|DEMO|DATA_DIR|DATABASE_URL|TRUST_PROXY|CDN_|PUBLIC_URL|METRICS|LOG_LEVEL|WORKERS?|SMTP_|SMS_|MAIL_FROM|STORAGE_|NEWS_|FEED_|MARKET_|WALLET_|AI_(BASE|API|MODEL|FIRST|ANSWER|VISITOR|MEMBER|SITE))/;

export class ConfigError extends StartError {
  override readonly name = "ConfigError";
}

/** One core is left to the database, and more than four share less than they cost. */
const defaultWorkers = () => Math.min(4, Math.max(1, availableParallelism() - 1));

/** Reads and checks the environment. Throws ConfigError, one line per variable that is wrong. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const unknown = Object.keys(given).filter((name) => OUR_PREFIXES.test(name) && !(name in variables.shape));
  const parsed = variables.safeParse(given);
  const problems = unknown.map((name) => `${name} is not a setting of this program`);
  if (given.AI_API_KEY !== undefined && given.AI_BASE_URL === undefined)
    problems.push("AI_API_KEY is of no use without AI_BASE_URL: the endpoint that it is for");
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
    workers: v.NODE_ENV === "development" ? 1 : (v.WORKERS ?? defaultWorkers()),
    demo,
    trustProxy: v.TRUST_PROXY,
    cdnMaxAge: v.CDN_MAX_AGE,
    auth: authSettings(v, publicUrl),
    mail: Object.freeze({
      smtpUrl: v.SMTP_URL,
      smsUrl: v.SMS_URL,
      smsToken: v.SMS_TOKEN,
      from: v.MAIL_FROM,
    }),
    storage: Object.freeze({ maxBytes: v.STORAGE_MAX_BYTES }),
    news: newsConfig(v),
    ai: aiConfig(v),
    marketUrl: v.MARKET_URL ?? null,
    wallet: walletServices(v),
    logLevel: v.LOG_LEVEL,
    metricsToken: v.METRICS_TOKEN,
  });
}
