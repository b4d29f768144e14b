import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { countOf } from "#core/count-of.ts";
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

/** Looks at the site as it is now, for an administrator. Throws AppError: not_signed_in, access_denied. */
export function createSecurityCheck(deps: SecurityDeps) {
  const { config } = deps;
  const opensDemo = rememberHashes();

  return async (viewer: Viewer, request: RequestFacts): Promise<readonly SecurityCheck[]> => {
    requireAdmin(viewer);
    const facts = await readFacts(deps);
    const checks: readonly (readonly [id: string, title: string, found: Found])[] = [
      ["demo", "Demo accounts", await checkDemo(facts, opensDemo)],
      ["factors", "Administrators' second factors", checkFactors(facts)],
      ["secrets", "Keys and secrets", checkSecrets(config)],
      ["https", "Encrypted connections", checkHttps(config)],
      ["proxy", "Proxies in front", checkProxy(config, request)],
      ["limits", "Limits on sign-ins", checkLimits(config)],
      ["mail", "Mail", checkMail(config, facts)],
      ["database", "Database", checkDatabase(facts, deps.clock.now())],
      ["backups", "Backups", checkBackups(facts)],
    ];
    return checks.map(([id, title, found]) => ({ id, title, ...found }));
  };
}

const ok = (finding: string): Found => ({ state: "ok", finding, advice: "" });
const attention = (finding: string, advice: string): Found => ({ state: "attention", finding, advice });

/** Whether the published password opens a hash. Each is tried once: the work is meant to be hard. */
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
      `${countOf(accounts, "account")} of the demo community can be opened by anybody: the password is published${
        admins > 0
          ? `, and ${admins === 1 ? "one of them is" : `${admins} of them are`} an administrator's`
          : ""
      }.`,
      "For a real site, start with an empty database and DEMO=off. To keep this one: make another administrator, then change the passwords of these accounts, or suspend or delete them in the tab Users.",
    );
  return demo.length > 0
    ? ok("Accounts of the demo community are there, but the published password opens none of them.")
    : ok("No account of the demo community can be signed in to.");
}

function checkFactors({ admins, bareAdmins, bareNames }: DatabaseFacts): Found {
  if (bareAdmins === 0)
    return ok(`Every administrator (${admins}) has a second factor, or signs in through an organization.`);
  const more = bareAdmins - bareNames.length;
  return attention(
    `A stolen password is enough to act as ${bareNames.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`,
    "Each administrator sets up an authenticator app under Settings, Sign-in.",
  );
}

function checkSecrets({ auth: { jwtSecret, jwtKeys }, metricsToken }: SecurityConfig): Found {
  const weak = [
    ...(jwtSecret !== undefined && isGuessable(jwtSecret) ? ["AUTH_JWT_SECRET"] : []),
    ...(metricsToken !== undefined && isGuessable(metricsToken) ? ["METRICS_TOKEN"] : []),
  ];
  if (weak.length > 0)
    return attention(
      `${weak.join(" and ")} can be guessed: it is printed in documentation, or has too few different characters. Whoever knows the signing secret signs in as anybody.`,
      'Set a random one, for example from "openssl rand -base64 48", and restart the program. Without AUTH_JWT_SECRET one is generated and kept in the database.',
    );
  const whence = (given: unknown, variable: string) =>
    given === undefined ? "generated on the first start and kept in the database" : `given by ${variable}`;
  return ok(
    `The signing secret is ${whence(jwtSecret, "AUTH_JWT_SECRET")}, the keys of sessions are ${whence(jwtKeys, "AUTH_JWT_KEYS")}. None is a published default.`,
  );
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function checkHttps({ publicUrl, publicUrlGiven }: SecurityConfig): Found {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "https:")
    return ok(
      `The site's address is ${publicUrl}: cookies travel over https only, and browsers are told to use nothing else.`,
    );
  return attention(
    LOOPBACK.test(hostname)
      ? `The site's address is ${publicUrl}, which only this machine can reach. Links in emails lead there.`
      : `The site's address is ${publicUrl}: passwords and sessions cross the network where anyone can read them.`,
    `Put a proxy that handles https in front, set PUBLIC_URL to the https address${publicUrlGiven ? "" : " (it is not set)"} and TRUST_PROXY to the number of proxies.`,
  );
}

function checkProxy({ trustProxy }: SecurityConfig, { forwardedFor }: RequestFacts): Found {
  const hops = forwardedFor === null ? 0 : forwardedFor.split(",").length;
  if (trustProxy === 0 && hops > 0)
    return attention(
      "This request came through a proxy, but TRUST_PROXY is off: all visitors count as one address, and one of them can lock out all the others.",
      "Set TRUST_PROXY to the number of your own proxies in front of the program.",
    );
  if (hops < trustProxy)
    return attention(
      `TRUST_PROXY is ${trustProxy}, but this request passed ${hops === 0 ? "none" : `only ${hops}`}: whoever reaches the program without the proxies can claim any address as theirs.`,
      "Let only the proxies reach the program's port (HOST=127.0.0.1, or a firewall), or lower TRUST_PROXY.",
    );
  return ok(
    trustProxy === 0
      ? "TRUST_PROXY is off, and this request came directly: addresses are those of the connections."
      : `This request passed ${countOf(hops, "proxy", "proxies")}; the last ${trustProxy === 1 ? "one is" : `${trustProxy} are`} trusted.`,
  );
}

function checkLimits({ auth }: SecurityConfig): Found {
  return auth.rateLimits
    ? ok("Sign-ins, sign-ups and what one member does in an hour are limited.")
    : attention(
        "AUTH_RATE_LIMITS is off: passwords can be guessed without limit. It is meant for tests only.",
        "Remove AUTH_RATE_LIMITS and restart the program.",
      );
}

function checkMail({ mail, auth }: SecurityConfig, facts: DatabaseFacts): Found {
  const { failedMails, lastFailure, keptMails } = facts;
  if (mail.smtpUrl === undefined)
    return attention(
      `No email leaves this machine: emails stay in the outbox, where administrators can read them${
        keptMails > 0 ? ` (${keptMails.toLocaleString("en")} there now)` : ""
      }.${
        auth.autoconfirm
          ? " Addresses count as confirmed without an email, so anyone can register with somebody else's."
          : ""
      } Nobody can reset a forgotten password on their own.`,
      "Set SMTP_URL and MAIL_FROM.",
    );
  if (failedMails > 0)
    return attention(
      `${countOf(failedMails, "email")} of the last seven days could not be sent. The latest reason: ${lastFailure ?? "none was given"}`,
      "Look at the outbox, and check SMTP_URL and MAIL_FROM.",
    );
  return ok("Emails are sent, and none has failed in the last seven days.");
}

/** Each version of PostgreSQL gets fixes for five years, from an autumn to an autumn. */
const lastNovember = (major: number) => 2012 + major;

function checkDatabase({ version, major, pending }: DatabaseFacts, now: Date): Found {
  if (pending > 0)
    return attention(
      `${countOf(pending, "migration")} of this program ${pending === 1 ? "is" : "are"} not in the database yet: it was restored to an earlier state while the program was running.`,
      "Restart the program: it migrates before it serves.",
    );
  const until = lastNovember(major);
  return now >= new Date(Date.UTC(until, 10, 30))
    ? attention(
        `PostgreSQL ${version} has received no fixes since November ${until}.`,
        "Move the database to a newer version.",
      )
    : ok(`PostgreSQL ${version}, supported until November ${until}. Every migration is applied.`);
}

function checkBackups({ archiveMode, lastArchived }: DatabaseFacts): Found {
  if (archiveMode !== "off" && lastArchived !== null)
    return ok(
      `PostgreSQL archives what it writes, last at ${lastArchived}. Only a trial restore shows whether it works.`,
    );
  return {
    state: "unknown",
    finding:
      "This program makes no backups, and the only ones it can see are PostgreSQL's own archives, which are off.",
    advice:
      "Have pg_dump run daily, copy the uploaded files (DATA_DIR, or the bucket) after it, keep both somewhere else, and try restoring them once.",
  };
}
