import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
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
      `${count(accounts, "account")} of the demo community can be opened by anybody: the password is published${
        admins > 0
          ? `, and ${admins === 1 ? "one of them is" : `${admins} of them are`} an administrator's`
          : ""
      }.`,
      "For a real site begin with an empty database and DEMO=off. Here and now: make another administrator, then give these accounts other passwords, suspend them or delete them in the tab Users.",
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
      `${weak.join(" and ")} can be guessed: it is one that documentation prints, or has too few different characters. Whoever knows the signing secret signs in as anybody.`,
      'Set a drawn one, as from "openssl rand -base64 48", and start the program anew. Without AUTH_JWT_SECRET one is made and kept in the database.',
    );
  const whence = (given: unknown, variable: string) =>
    given === undefined ? "made on the first start and kept in the database" : `given by ${variable}`;
  return ok(
    `The signing secret is ${whence(jwtSecret, "AUTH_JWT_SECRET")}, the keys of sessions are ${whence(jwtKeys, "AUTH_JWT_KEYS")}. None is a published default.`,
  );
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function checkHttps({ publicUrl, publicUrlGiven }: SecurityConfig): Found {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "https:")
    return ok(
      `The site's address is ${publicUrl}: cookies travel over https alone, and browsers are told to keep to it.`,
    );
  return attention(
    LOOPBACK.test(hostname)
      ? `The site's address is ${publicUrl}, which this machine alone can reach. Links in mails lead there.`
      : `The site's address is ${publicUrl}: passwords and sessions cross the network for all to read.`,
    `Put a proxy that ends https in front, set PUBLIC_URL to the https address${publicUrlGiven ? "" : " (it is not set)"} and TRUST_PROXY to the number of proxies.`,
  );
}

function checkProxy({ trustProxy }: SecurityConfig, { forwardedFor }: RequestFacts): Found {
  const hops = forwardedFor === null ? 0 : forwardedFor.split(",").length;
  if (trustProxy === 0 && hops > 0)
    return attention(
      "This very request came through a proxy, but TRUST_PROXY is off: all visitors count as one address, which one of them can lock out for the others.",
      "Set TRUST_PROXY to the number of proxies of your own that stand in front.",
    );
  if (hops < trustProxy)
    return attention(
      `TRUST_PROXY is ${trustProxy}, but this request passed ${hops === 0 ? "none" : `only ${hops}`}: whoever reaches the program past the proxies can write any address as theirs.`,
      "Let only the proxies reach the program's port (HOST=127.0.0.1, or a firewall), or lower TRUST_PROXY.",
    );
  return ok(
    trustProxy === 0
      ? "TRUST_PROXY is off, and this request came directly: addresses are the connections' own."
      : `This request passed ${count(hops, "proxy", "proxies")}; the last ${trustProxy === 1 ? "one is" : `${trustProxy} are`} believed.`,
  );
}

function checkLimits({ auth }: SecurityConfig): Found {
  return auth.rateLimits
    ? ok("Sign-ins, sign-ups and what one member does in an hour are limited.")
    : attention(
        "AUTH_RATE_LIMITS is off: passwords can be tried without end. That is for tests alone.",
        "Take AUTH_RATE_LIMITS away, and start the program anew.",
      );
}

function checkMail({ mail, auth }: SecurityConfig, facts: DatabaseFacts): Found {
  const { failedMails, lastFailure, keptMails } = facts;
  if (mail.smtpUrl === undefined)
    return attention(
      `No mail leaves this machine: mails stay in the outbox, which administrators read${
        keptMails > 0 ? ` (${keptMails.toLocaleString("en")} there now)` : ""
      }.${
        auth.autoconfirm
          ? " Addresses count as confirmed without a mail, so anybody can register with anybody's."
          : ""
      } Nobody can renew a forgotten password alone.`,
      "Set SMTP_URL and MAIL_FROM.",
    );
  if (failedMails > 0)
    return attention(
      `${count(failedMails, "mail")} of the last seven days could not be sent. The last reason: ${lastFailure ?? "none was given"}`,
      "Look into the outbox, and check SMTP_URL and MAIL_FROM.",
    );
  return ok("Mails are sent, and none of the last seven days failed.");
}

/** Each version of PostgreSQL is mended for five years, from an autumn to an autumn. */
const lastNovember = (major: number) => 2012 + major;

function checkDatabase({ version, major, pending }: DatabaseFacts, now: Date): Found {
  if (pending > 0)
    return attention(
      `${count(pending, "migration")} of this program ${pending === 1 ? "is" : "are"} not in the database yet: it was put back to an earlier state while the program ran.`,
      "Start the program anew: it migrates before it serves.",
    );
  const until = lastNovember(major);
  return now >= new Date(Date.UTC(until, 10, 30))
    ? attention(
        `PostgreSQL ${version} is mended no more since November ${until}.`,
        "Move the database to a newer version.",
      )
    : ok(`PostgreSQL ${version}, mended until November ${until}. Every migration is applied.`);
}

function checkBackups({ archiveMode, lastArchived }: DatabaseFacts): Found {
  if (archiveMode !== "off" && lastArchived !== null)
    return ok(
      `PostgreSQL archives what it writes, last at ${lastArchived}. Whether it can be restored only a trial tells.`,
    );
  return {
    state: "unknown",
    finding:
      "This program makes no backups, and of others' it sees only PostgreSQL's own archiving, which is off.",
    advice:
      "Have pg_dump run daily, copy the uploaded files (DATA_DIR, or the bucket) after it, keep both elsewhere, and try once to restore them.",
  };
}

const count = (amount: number, one: string, many = `${one}s`) =>
  `${amount.toLocaleString("en")} ${amount === 1 ? one : many}`;
