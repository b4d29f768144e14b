import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { formatCount } from "#core/format-count.ts";
import { isGuessable, type RequestFacts, type SecurityCheck } from "#core/settings/security.ts";
import { createPasswords } from "#server/auth/index.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/index.ts";
import { DEMO_PASSWORD } from "#server/demo/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type DatabaseFacts, readFacts } from "./read-facts.ts";

export type SecurityConfig = Pick<
  Config,
  "publicUrl" | "publicUrlGiven" | "trustProxy" | "auth" | "mail" | "metricsToken" | "databaseUrl"
>;

export interface SecurityDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly config: SecurityConfig;
}

type Found = Omit<SecurityCheck, "id" | "title">;

/** Checks the site's security for an administrator. Throws AppError: not_signed_in, access_denied. */
export function createSecurityCheck(deps: SecurityDeps) {
  const { config } = deps;
  const opensDemo = rememberHashes();

  return async (viewer: Viewer, request: RequestFacts): Promise<readonly SecurityCheck[]> => {
    requireAdmin(viewer);
    const facts = await readFacts(deps);
    const checks: readonly (readonly [id: string, title: string, found: Found])[] = [
      ["demo", "Demo accounts", await checkDemo(facts, opensDemo)],
      ["factors", "Two-factor authentication for administrators", checkFactors(facts)],
      ["secrets", "Keys and secrets", checkSecrets(config)],
      ["https", "Encrypted connections", checkHttps(config)],
      ["proxy", "Proxies in front", checkProxy(config, request)],
      ["limits", "Limits on sign-ins", checkLimits(config)],
      ["mail", "Email", checkEmail(config, facts)],
      ["database", "Database", checkDatabase(facts, deps.clock.now())],
      ["backups", "Backups", checkBackups(facts)],
    ];
    return checks.map(([id, title, found]) => ({ id, title, ...found }));
  };
}

const ok = (finding: string): Found => ({ state: "ok", finding, advice: "" });
const attention = (finding: string, advice: string): Found => ({ state: "attention", finding, advice });

/** Whether a hash is of the published demo password. Cached, because verifying is slow by design. */
function rememberHashes(): (hash: string) => Promise<boolean> {
  const passwords = createPasswords();
  const known = new Map<string, boolean>();
  return async (hash) => {
    const before = known.get(hash);
    if (before !== undefined) return before;
    const opens = await passwords.verify(DEMO_PASSWORD, hash);
    if (known.size > 1000) known.clear();
    known.set(hash, opens);
    return opens;
  };
}

async function checkDemo({ demo }: DatabaseFacts, opens: (hash: string) => Promise<boolean>): Promise<Found> {
  let accounts = 0;
  let admins = 0;
  for (const group of demo) {
    if (!(await opens(group.hash))) continue;
    accounts += group.accounts;
    admins += group.admins;
  }
  if (accounts > 0)
    return attention(
      `${formatCount(accounts, "account")} of the demo community can be signed in to by anyone: the password is public${
        admins > 0
          ? `, and ${admins === 1 ? "one of them is" : `${admins} of them are`} an administrator's`
          : ""
      }.`,
      "For a real site, start with an empty database and DEMO=off. To keep this one, create another administrator, then change the passwords of these accounts, or suspend or delete them in the Users tab.",
    );
  return demo.length > 0
    ? ok("There are demo accounts, but none of them has the public password.")
    : ok("There are no demo accounts that can be signed in to.");
}

function checkFactors({ admins, bareAdmins, bareNames }: DatabaseFacts): Found {
  if (bareAdmins === 0)
    return ok(
      `Every administrator (${admins}) uses two-factor authentication or signs in through an organization.`,
    );
  const more = bareAdmins - bareNames.length;
  return attention(
    `A stolen password is enough to act as ${bareNames.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`,
    "Have each administrator set up an authenticator app under Settings, Sign-in.",
  );
}

function checkSecrets({ auth: { jwtSecret, jwtKeys }, metricsToken }: SecurityConfig): Found {
  const weak = [
    ...(jwtSecret !== undefined && isGuessable(jwtSecret) ? ["AUTH_JWT_SECRET"] : []),
    ...(metricsToken !== undefined && isGuessable(metricsToken) ? ["METRICS_TOKEN"] : []),
  ];
  if (weak.length > 0)
    return attention(
      `${weak.join(" and ")} can be guessed: it appears in public documentation or has too few different characters. Anyone who knows the signing secret can sign in as any user.`,
      'Set a random secret, for example from "openssl rand -base64 48", and restart the server. Without AUTH_JWT_SECRET, one is generated and stored in the database.',
    );
  const describeOrigin = (given: unknown, variable: string) =>
    given === undefined ? "generated on the first start and stored in the database" : `set by ${variable}`;
  return ok(
    `The signing secret is ${describeOrigin(jwtSecret, "AUTH_JWT_SECRET")}, and the session keys are ${describeOrigin(jwtKeys, "AUTH_JWT_KEYS")}. Neither is a published default.`,
  );
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function checkHttps({ publicUrl, publicUrlGiven }: SecurityConfig): Found {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "https:")
    return ok(
      `The site's address is ${publicUrl}: cookies are sent over HTTPS only, and browsers are told to use nothing else.`,
    );
  return attention(
    LOOPBACK.test(hostname)
      ? `The site's address is ${publicUrl}, which only this machine can reach. Links in emails point there.`
      : `The site's address is ${publicUrl}: passwords and sessions cross the network unencrypted.`,
    `Put an HTTPS proxy in front, set PUBLIC_URL to the HTTPS address${publicUrlGiven ? "" : " (it is not set)"} and TRUST_PROXY to the number of proxies.`,
  );
}

function checkProxy({ trustProxy }: SecurityConfig, { forwardedFor }: RequestFacts): Found {
  const hops = forwardedFor === null ? 0 : forwardedFor.split(",").length;
  if (trustProxy === 0 && hops > 0)
    return attention(
      "This request came through a proxy, but TRUST_PROXY is off: all visitors share one IP address, so one of them can lock out all the others.",
      "Set TRUST_PROXY to the number of your own proxies in front of the server.",
    );
  if (hops < trustProxy)
    return attention(
      `TRUST_PROXY is ${trustProxy}, but this request passed through ${hops === 0 ? "none" : `only ${hops}`}: anyone who can reach the server without the proxies can claim any IP address.`,
      "Let only the proxies reach the server's port (HOST=127.0.0.1, or a firewall), or lower TRUST_PROXY.",
    );
  return ok(
    trustProxy === 0
      ? "TRUST_PROXY is off, and this request came directly: IP addresses are those of the connections."
      : `This request passed through ${formatCount(hops, "proxy", "proxies")}; the last ${trustProxy === 1 ? "one is" : `${trustProxy} are`} trusted.`,
  );
}

function checkLimits({ auth }: SecurityConfig): Found {
  return auth.rateLimits
    ? ok("Sign-ins, sign-ups and each member's hourly activity are limited.")
    : attention(
        "AUTH_RATE_LIMITS is off: passwords can be guessed without limit. This is meant for tests only.",
        "Remove AUTH_RATE_LIMITS and restart the server.",
      );
}

function checkEmail({ mail, auth }: SecurityConfig, facts: DatabaseFacts): Found {
  const { failedEmails, lastFailure, unsentEmails } = facts;
  if (mail.smtpUrl === undefined)
    return attention(
      `Emails aren't sent: they stay in the outbox, where administrators can read them${
        unsentEmails > 0 ? ` (${unsentEmails.toLocaleString("en")} there now)` : ""
      }.${
        auth.autoconfirm
          ? " Addresses are confirmed without an email, so anyone can sign up with someone else's."
          : ""
      } Members can't reset a forgotten password on their own.`,
      "Set SMTP_URL and MAIL_FROM.",
    );
  if (failedEmails > 0)
    return attention(
      `${formatCount(failedEmails, "email")} from the last seven days couldn't be sent. Latest error: ${lastFailure ?? "not given"}`,
      "Check the outbox, SMTP_URL and MAIL_FROM.",
    );
  return ok("Emails are sent, and none has failed in the last seven days.");
}

/** PostgreSQL supports each major version for five years, until November. */
const lastNovember = (major: number) => 2012 + major;

function checkDatabase({ version, major, pending }: DatabaseFacts, now: Date): Found {
  if (pending > 0)
    return attention(
      `${formatCount(pending, "migration")} ${pending === 1 ? "is" : "are"} missing in the database: it was restored to an earlier state while the server was running.`,
      "Restart the server: it migrates the database first.",
    );
  const until = lastNovember(major);
  return now >= new Date(Date.UTC(until, 10, 30))
    ? attention(
        `PostgreSQL ${version} has received no fixes since November ${until}.`,
        "Upgrade the database to a newer version.",
      )
    : ok(`PostgreSQL ${version}, supported until November ${until}. Every migration is applied.`);
}

function checkBackups({ archiveMode, lastArchived }: DatabaseFacts): Found {
  if (archiveMode !== "off" && lastArchived !== null)
    return ok(
      `PostgreSQL archives its log, last at ${lastArchived}. Only a test restore shows whether it works.`,
    );
  return {
    state: "unknown",
    finding:
      "Lattice makes no backups. The only ones it can see are PostgreSQL's own archives, which are off.",
    advice:
      "Run pg_dump daily, then copy the uploaded files (DATA_DIR, or the bucket). Store both somewhere else, and test restoring them once.",
  };
}
