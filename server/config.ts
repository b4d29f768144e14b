import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";
import { DEFAULT_MAX_BYTES } from "#core/storage/limits.ts";
import { buildHttpOrigin } from "#server/platform/http-origin.ts";
import { StartError } from "#server/platform/start-error.ts";
import { aiVariables, readAiConfig } from "./config-ai.ts";
import { authVariables, readAuthSettings } from "./config-auth.ts";
import { backupVariables, readBackupConfig } from "./config-backup.ts";
import { newsVariables, readNewsConfig } from "./config-news.ts";
import { isProviderVariable, NAMED_PROVIDER_VARIABLES, readProviders } from "./config-providers.ts";
import { findMissingS3Settings, readS3Config, s3Variables } from "./config-s3.ts";
import { flag, httpUrl, integer, list } from "./config-values.ts";

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// connection string" });
const PROXY_RULE = 'must be "off" or the number of proxies in front of the server (1 to 10)';
const httpsUrl = z.url({ protocol: /^https$/, error: "must be an https URL" });

const variables = z.object({
  NODE_ENV: z
    .enum(["production", "development", "test"], { error: 'must be "production", "development" or "test"' })
    .default("production"),
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: z.coerce.number({ error: "must be a port number" }).int().min(0).max(65535).default(3000),
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z
    .string()
    .min(1)
    // Node hangs instead of failing when it creates a folder in /proc.
    .refine((folder) => !/^\/proc(\/|$)/.test(resolve(folder)), {
      error: "must be a folder on a disk, not in /proc. Leave it unset to use ./data.",
    })
    .default("./data"),
  WORKERS: integer(1, 16).optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URLS: list
    .refine((urls) => urls.every((url) => postgresUrl.safeParse(url).success), {
      error: "must be postgres:// connection strings, separated by commas",
    })
    .default([]),
  DEMO: flag.optional(),
  TRUST_PROXY: z
    .union(
      [
        z.literal("off").transform(() => 0),
        z.coerce.number().int(PROXY_RULE).min(0, PROXY_RULE).max(10, PROXY_RULE),
      ],
      { error: PROXY_RULE },
    )
    .default(0),
  CDN_MAX_AGE: integer(0, 3600).default(0),
  STOP_DELAY_SECONDS: integer(0, 60).default(0),
  ...authVariables,
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// URL" }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n"]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      "must be an email address, or a name followed by <address>",
    )
    .optional(),
  SMS_URL: httpUrl.optional(),
  SMS_TOKEN: z.string().min(8, "must have at least 8 characters").optional(),
  STORAGE_MAX_BYTES: integer(1_000_000, 1_099_511_627_776).default(DEFAULT_MAX_BYTES),
  ...s3Variables,
  ...newsVariables,
  ...aiVariables,
  MARKET_URL: httpUrl.optional(),
  WALLET_BUY_URL: httpsUrl.default("https://ethereum.org/en/get-eth/"),
  WALLET_SWAP_URL: httpsUrl.default("https://app.uniswap.org/"),
  ...backupVariables,
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"], {
      error: 'must be "trace", "debug", "info", "warn", "error" or "silent"',
    })
    .default("info"),
  METRICS_TOKEN: z.string().min(8, "must have at least 8 characters").optional(),
});

/** The names of all variables, except those of custom sign-in providers. */
export const VARIABLES: readonly string[] = [...Object.keys(variables.shape), ...NAMED_PROVIDER_VARIABLES];

interface EmailConfig {
  /** Without it, emails are stored for administrators to read. */
  readonly smtpUrl: string | undefined;
  /** Endpoint for text messages. Without it, they too are stored for administrators to read. */
  readonly smsUrl?: string | undefined;
  readonly smsToken?: string | undefined;
  /** The sender of emails. If undefined, it is the site's name, with no-reply@ and the host of PUBLIC_URL. */
  readonly from: string | undefined;
}

export type Config = ReturnType<typeof readConfig>;

/** An unknown name with one of our prefixes is probably a mistyped setting. */
const OUR_PREFIXES =
  /^(AUTH|DEMO|DATA_DIR|DATABASE_|TRUST_PROXY|CDN_|STOP_|PUBLIC_URL|METRICS|LOG_LEVEL|WORKERS?|SMTP_|SMS_|MAIL_FROM|STORAGE_|S3_|NEWS_|FEED_|MARKET_|WALLET_|BACKUP_|AI_(BASE|API|MODEL|FIRST|ANSWER|VISITOR|MEMBER|SITE))/;

export class ConfigError extends StartError {
  override readonly name = "ConfigError";
}

/** Leaves one core for the database. More than four workers cost more than they gain. */
const getDefaultWorkerCount = () => Math.min(4, Math.max(1, availableParallelism() - 1));

/**
 * Reads the settings from environment variables. `backup` is the file or URL of the backup to be read. Throws
 * ConfigError with one line per invalid variable, which prevents startup.
 */
export function readConfig(environment: Record<string, string | undefined>, backup?: string) {
  const settings = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const unknownNames = Object.keys(settings).filter(
    (name) => OUR_PREFIXES.test(name) && !(name in variables.shape) && !isProviderVariable(name),
  );
  const parsed = variables.safeParse(settings);
  const problems = unknownNames.map((name) => `${name} is not a known setting`);
  if (settings.AI_API_KEY !== undefined && settings.AI_BASE_URL === undefined)
    problems.push("AI_API_KEY requires AI_BASE_URL, the endpoint it belongs to");
  if (settings.DATABASE_REPLICA_URLS !== undefined && settings.DATABASE_URL === undefined)
    problems.push("DATABASE_REPLICA_URLS requires DATABASE_URL, the database that is replicated");
  problems.push(...findMissingS3Settings(settings, [settings.BACKUP_DIR, backup]));
  const { providers, problems: providerProblems } = readProviders(settings, {
    allowPrivate: settings.AUTH_OIDC_ALLOW_PRIVATE === "on",
  });
  problems.push(...providerProblems);
  if (!parsed.success) {
    // A list can have the same problem more than once. The rest of an issue's path is the position in the list.
    const lines = parsed.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}`);
    problems.push(...new Set(lines));
  }
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems.join("\n"));

  const v = parsed.data;
  const demo = v.DEMO ?? v.DATABASE_URL === undefined;
  const publicUrl = v.PUBLIC_URL ? new URL(v.PUBLIC_URL).origin : buildHttpOrigin(v.HOST, v.PORT);
  return Object.freeze({
    environment: v.NODE_ENV,
    host: v.HOST,
    port: v.PORT,
    /** The origin used in links and redirects, without a trailing slash. */
    publicUrl,
    /** Whether `publicUrl` was set by the operator, rather than derived from HOST and PORT. */
    isPublicUrlSet: v.PUBLIC_URL !== undefined,
    dataDir: resolve(v.DATA_DIR),
    databaseUrl: v.DATABASE_URL,
    databaseReplicaUrls: v.DATABASE_REPLICA_URLS,
    /** Number of processes that handle requests; one in development. */
    workers: v.NODE_ENV === "development" ? 1 : (v.WORKERS ?? getDefaultWorkerCount()),
    demo,
    /** Number of proxies that are trusted to set forwarded headers; 0 for none. */
    trustProxy: v.TRUST_PROXY,
    /** Seconds for which a CDN may serve visitors' pages without revalidating; 0 for none. */
    cdnMaxAge: v.CDN_MAX_AGE,
    /** Delay before the program stops, so that a proxy can notice and send requests elsewhere. */
    stopDelayMs: v.STOP_DELAY_SECONDS * 1000,
    auth: readAuthSettings(v, publicUrl, providers),
    email: Object.freeze<EmailConfig>({
      smtpUrl: v.SMTP_URL,
      smsUrl: v.SMS_URL,
      smsToken: v.SMS_TOKEN,
      from: v.MAIL_FROM,
    }),
    /**
     * `maxBytes` limits the size of an uploaded file; a bucket can have a lower limit. Without S3, files are only in
     * DATA_DIR.
     */
    storage: Object.freeze({ maxBytes: v.STORAGE_MAX_BYTES, s3: readS3Config(v) }),
    news: readNewsConfig(v),
    ai: readAiConfig(v),
    /** Source of prices, in CoinGecko's format; null shows sample data. */
    marketUrl: v.MARKET_URL ?? null,
    /** External services that Buy and Swap open in a new tab after a confirmation. */
    wallet: Object.freeze({ buy: v.WALLET_BUY_URL, swap: v.WALLET_SWAP_URL }),
    backup: readBackupConfig(v),
    logLevel: v.LOG_LEVEL,
    metricsToken: v.METRICS_TOKEN,
  });
}
