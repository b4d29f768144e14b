import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { formatCount } from "#core/format-count.ts";
import { formatList } from "#core/format-list.ts";
import { isGuessable, type RequestFacts, type SecurityCheck } from "#core/settings/security.ts";
import { createPasswords } from "#server/auth/index.ts";
import { readBackupStatus } from "#server/backup/index.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import { checkBackups } from "./check-backups.ts";
import { createWarning, type Finding, ok } from "./finding.ts";
import { type DatabaseFacts, readFacts } from "./read-facts.ts";

export type SecurityConfig = Pick<
  Config,
  "publicUrl" | "isPublicUrlSet" | "trustProxy" | "auth" | "email" | "metricsToken" | "databaseUrl" | "backup"
>;

export interface SecurityDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly config: SecurityConfig;
}

/** Creates the security check for administrators. It throws AppError: not_signed_in, access_denied. */
export function createSecurityCheck(deps: SecurityDeps) {
  const { config } = deps;
  const isDemoHash = createDemoHashCheck();

  return async (viewer: Viewer, request: RequestFacts): Promise<readonly SecurityCheck[]> => {
    requireAdmin(viewer);
    const [facts, backups] = await Promise.all([
      readFacts(deps),
      readBackupStatus(deps.database.pool, config.backup, deps.clock.now()),
    ]);
    const checks: readonly (readonly [id: string, title: string, finding: Finding])[] = [
      ["demo", "Demo accounts", await checkDemo(facts, isDemoHash)],
      ["factors", "Two-factor authentication for administrators", checkFactors(facts)],
      ["secrets", "Keys and secrets", checkSecrets(config)],
      ["https", "HTTPS", checkHttps(config)],
      ["proxy", "Reverse proxy", checkProxy(config, request)],
      ["limits", "Sign-in rate limits", checkLimits(config)],
      ["mail", "Email", checkEmail(config, facts)],
      ["database", "Database", checkDatabase(facts, deps.clock.now())],
      ["backups", "Backups", checkBackups(config, { ...facts, ...backups }, deps.clock.now())],
    ];
    return checks.map(([id, title, finding]) => ({ id, title, ...finding }));
  };
}

/** Creates a function that detects hashes of the public demo password. It caches results, because hashing is slow. */
function createDemoHashCheck(): (hash: string) => Promise<boolean> {
  const passwords = createPasswords();
  const cache = new Map<string, boolean>();
  return async (hash) => {
    const cached = cache.get(hash);
    if (cached !== undefined) return cached;
    const { DEMO_PASSWORD } = await import("#server/demo/index.ts");
    const isDemoPassword = await passwords.verify(DEMO_PASSWORD, hash);
    if (cache.size > 1000) cache.clear();
    cache.set(hash, isDemoPassword);
    return isDemoPassword;
  };
}

async function checkDemo(
  { demoAccountGroups }: DatabaseFacts,
  isDemoHash: (hash: string) => Promise<boolean>,
) {
  let accountCount = 0;
  let adminCount = 0;
  for (const group of demoAccountGroups) {
    if (!(await isDemoHash(group.hash))) continue;
    accountCount += group.accountCount;
    adminCount += group.adminCount;
  }
  if (accountCount > 0)
    return createWarning(
      `Anyone can sign in to ${
        adminCount === accountCount
          ? formatCount(accountCount, "demo administrator account")
          : formatCount(accountCount, "demo account")
      }${
        adminCount === 0 || adminCount === accountCount
          ? ""
          : `, including ${adminCount === 1 ? "an administrator's" : `${adminCount} administrators'`}`
      }, because the password is public.`,
      "For a real site, create another administrator (npm run admin), then remove the demo community: npm run demo -- remove. Posts by real members are kept.",
    );
  return demoAccountGroups.length > 0
    ? ok("There are demo accounts, but none of them has the public password.")
    : ok("No one can sign in to a demo account.");
}

function checkFactors({ adminCount, unprotectedCount, unprotectedNames }: DatabaseFacts): Finding {
  if (unprotectedCount === 0)
    return ok(
      adminCount === 1
        ? "The only administrator uses two-factor authentication or signs in through an organization."
        : `${adminCount === 2 ? "Both" : `All ${adminCount}`} administrators use two-factor authentication or sign in through an organization.`,
    );
  const otherCount = unprotectedCount - unprotectedNames.length;
  const nameList =
    otherCount > 0 ? `${unprotectedNames.join(", ")} and ${otherCount} more` : formatList(unprotectedNames);
  return createWarning(
    `A stolen password is enough to act as ${nameList}.`,
    "Have each administrator set up an authenticator app under Settings > Security.",
  );
}

function checkSecrets({ auth: { jwtSecret, jwtKeys }, metricsToken }: SecurityConfig): Finding {
  const guessableSecrets = [
    ...(jwtSecret !== undefined && isGuessable(jwtSecret) ? ["AUTH_JWT_SECRET"] : []),
    ...(metricsToken !== undefined && isGuessable(metricsToken) ? ["METRICS_TOKEN"] : []),
  ];
  if (guessableSecrets.length > 0) {
    const isJwtSecretGuessable = guessableSecrets.includes("AUTH_JWT_SECRET");
    return createWarning(
      `${guessableSecrets.join(" and ")} can be guessed: ${guessableSecrets.length === 1 ? "it contains a common placeholder, such as “changeme”, or has" : "they contain common placeholders, such as “changeme”, or have"} too few different characters.${isJwtSecretGuessable ? " Anyone who knows AUTH_JWT_SECRET can sign in as any user." : ""}`,
      `Set a random secret${guessableSecrets.length === 1 ? "" : " for each"}, for example from "openssl rand -base64 48", and restart Lattice.${isJwtSecretGuessable ? " Without AUTH_JWT_SECRET, one is generated and stored in the database." : ""}`,
    );
  }
  const describeOrigin = (value: unknown, variable: string, beVerb: string, comeVerb: string) =>
    value === undefined ? `${beVerb} generated at first start` : `${comeVerb} from ${variable}`;
  return ok(
    `The JWT secret ${describeOrigin(jwtSecret, "AUTH_JWT_SECRET", "was", "comes")}. The signing keys ${describeOrigin(jwtKeys, "AUTH_JWT_KEYS", "were", "come")}. No default is in use.`,
  );
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function checkHttps({ publicUrl, isPublicUrlSet }: SecurityConfig): Finding {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "https:")
    return ok(`The site's URL is ${publicUrl}: cookies are sent over HTTPS only, and HSTS is on.`);
  return createWarning(
    LOOPBACK.test(hostname)
      ? `The site's URL is ${publicUrl}, which works only on the server itself. Links in emails won't work on other machines.`
      : `The site's URL is ${publicUrl}: passwords and sessions cross the network unencrypted.`,
    `Put an HTTPS proxy in front of Lattice. Set PUBLIC_URL${isPublicUrlSet ? "" : " (currently not set)"} to its URL, and TRUST_PROXY to the number of proxies.`,
  );
}

function checkProxy({ trustProxy }: SecurityConfig, { forwardedFor }: RequestFacts): Finding {
  const hopCount = forwardedFor === null ? 0 : forwardedFor.split(",").length;
  if (trustProxy === 0 && hopCount > 0)
    return createWarning(
      "This request came through a proxy, but TRUST_PROXY is off: all visitors share one IP address, so one of them can lock out all the others.",
      "Set TRUST_PROXY to the number of your own proxies in front of the server.",
    );
  if (hopCount < trustProxy) {
    const proxies = trustProxy === 1 ? "the proxy" : "the proxies";
    return createWarning(
      `TRUST_PROXY is ${trustProxy}, but this request passed through ${hopCount === 0 ? "no proxy" : `only ${formatCount(hopCount, "proxy", "proxies")}`}: anyone who bypasses ${proxies} can claim any IP address.`,
      `Let only ${proxies} reach the server's port (HOST=127.0.0.1, or a firewall), or lower TRUST_PROXY.`,
    );
  }
  return ok(
    trustProxy === 0
      ? "TRUST_PROXY is off, and this request came directly. Client IP addresses come from the connection."
      : `This request passed through ${formatCount(hopCount, "proxy", "proxies")}${
          hopCount === trustProxy
            ? `, which ${hopCount === 1 ? "is" : "are"} trusted`
            : `; the last ${trustProxy === 1 ? "one is" : `${trustProxy} are`} trusted`
        }.`,
  );
}

function checkLimits({ auth }: SecurityConfig): Finding {
  return auth.rateLimits
    ? ok("Sign-ins, sign-ups and each member's hourly activity are limited.")
    : createWarning(
        "AUTH_RATE_LIMITS is off: sign-in attempts are unlimited. Use this only in tests.",
        "Remove AUTH_RATE_LIMITS and restart Lattice.",
      );
}

function checkEmail({ email, auth }: SecurityConfig, facts: DatabaseFacts): Finding {
  const { failedEmailCount, failedTextCount, lastFailure, unsentEmailCount } = facts;
  if (email.smtpUrl === undefined)
    return createWarning(
      `Emails aren't sent: they stay in the outbox, where administrators can read them${
        unsentEmailCount > 0 ? ` (${unsentEmailCount.toLocaleString("en")} there now)` : ""
      }.${
        auth.autoconfirm
          ? " Addresses are confirmed without an email, so anyone can sign up with someone else's."
          : ""
      } Members can't reset a forgotten password on their own.`,
      "Set SMTP_URL and MAIL_FROM.",
    );
  const failures = [
    ...(failedEmailCount > 0 ? [formatCount(failedEmailCount, "email")] : []),
    ...(failedTextCount > 0 ? [formatCount(failedTextCount, "text message")] : []),
  ];
  if (failures.length > 0)
    return createWarning(
      `${failures.join(" and ")} from the last seven days couldn't be sent. Latest error: ${lastFailure ?? "not given"}`,
      `Check ${formatList([
        "the outbox",
        ...(failedEmailCount > 0 ? ["SMTP_URL", "MAIL_FROM"] : []),
        ...(failedTextCount > 0 ? ["SMS_URL"] : []),
      ])}.`,
    );
  return ok("Emails are sent, and none has failed in the last seven days.");
}

/** PostgreSQL supports each major version for five years, until November. */
const getFinalYear = (major: number) => 2012 + major;

function checkDatabase({ version, major, pendingMigrationCount }: DatabaseFacts, now: Date): Finding {
  if (pendingMigrationCount > 0)
    return createWarning(
      `${formatCount(pendingMigrationCount, "migration hasn't", "migrations haven't")} been applied: the database was restored to an earlier state while the server was running.`,
      "Restart Lattice. It applies migrations when it starts.",
    );
  const finalYear = getFinalYear(major);
  return now >= new Date(Date.UTC(finalYear, 10, 30))
    ? createWarning(
        `PostgreSQL ${version} has received no fixes since November ${finalYear}.`,
        "Upgrade the database to a newer version.",
      )
    : ok(`PostgreSQL ${version}, supported until November ${finalYear}. All migrations have been applied.`);
}
