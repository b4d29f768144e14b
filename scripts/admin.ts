import { parseArgs } from "node:util";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { type Auth, createAuth } from "#server/auth/index.ts";
import { findExpectedError } from "#server/database/index.ts";
import { createMailer } from "#server/email/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { StartError } from "#server/platform/start-error.ts";
import { createRateLimits } from "#server/rate-limits/index.ts";
import { createSettingsStore } from "#server/settings/index.ts";
import { readSecret } from "./read-secret.ts";
import { type Environment, print, runCommand, withDatabase } from "./with-database.ts";

/** This command works whether or not an instance is running. Its changes take effect on the user's next request. */
export const USAGE = `Usage: npm run admin -- <command>

  create --email EMAIL --name NAME   creates an administrator and prints a link to choose a password
  promote USER                       makes a user an administrator
  demote USER                        removes a user's admin role
  reset USER                         removes two-factor authentication and passkeys, and prints a link to choose
                                     a new password

USER is an email address or a username.

  --mail       emails the link instead of printing it (create, reset)
  --password   prompts for a password instead of printing a link (create)`;

interface Terminal {
  readonly environment: Environment;
  print(line: string): void;
  readPassword(): Promise<string>;
}

/**
 * Throws StartError for an invalid command, if there is no site or no email server for `--mail`, or if the change is
 * refused.
 */
export async function runAdminCommand(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      email: { type: "string" },
      name: { type: "string" },
      mail: { type: "boolean", default: false },
      password: { type: "boolean", default: false },
    },
  });
  const [command = "", user = "", ...extraArguments] = positionals;
  const isUserRequired = ["promote", "demote", "reset"].includes(command);
  const { email = "", name = "", mail: byEmail } = values;
  const isCreation = command === "create" && email !== "" && name !== "" && user === "";
  if (extraArguments.length > 0 || !(isCreation || (isUserRequired && user !== "")))
    throw new StartError(USAGE);
  const password = isCreation && values.password ? await terminal.readPassword() : undefined;

  await withDatabase(
    { maxConnections: 3, environment: terminal.environment, createsSite: isCreation },
    async ({ config, database, log }) => {
      const clock = systemClock;
      const limits = createRateLimits(database.pool, { enabled: false });
      const store = createSettingsStore({
        database,
        log,
        // The command needs no announcements of changed settings, because it exits long before they would matter.
        announcements: { on: () => () => {}, onGap: () => () => {} },
        defaults: { signUpOpen: !config.auth.disableSignup, aiLimits: config.ai.limits },
        hasDemo: false,
      });
      const settings = { read: async () => (await store.read()).effective };
      const mailer = createMailer({ config, database, log, clock, settings });
      if (byEmail && !mailer.isEmailConfigured)
        throw new StartError(
          "No email server is configured (SMTP_URL). Omit --mail to print the link instead.",
        );
      const { operator } = await createAuth({ config, database, log, clock, limits, mailer });
      try {
        await runSubcommand(operator, { command, user, email, name, password, byEmail }, terminal.print);
        // Send the email now, because there may be no running instance to send it.
        if (byEmail) await mailer.sendDue();
      } catch (error) {
        const refusal = error instanceof AuthError ? error : findExpectedError(error);
        throw refusal ? new StartError(refusal.message, { cause: error }) : error;
      } finally {
        await mailer.stop();
      }
    },
  );
}

interface CommandInput {
  readonly command: string;
  readonly user: string;
  readonly email: string;
  readonly name: string;
  readonly password: string | undefined;
  readonly byEmail: boolean;
}

async function runSubcommand(
  operator: Auth["operator"],
  { command, user, email, name, password, byEmail }: CommandInput,
  print: (line: string) => void,
): Promise<void> {
  switch (command) {
    case "create": {
      const { username, link } = await operator.create({ email, username: name, password, byEmail });
      print(`${username} (${email}) is an administrator.`);
      if (password === undefined) print(describeLink(link));
      return;
    }
    case "promote":
      print(
        (await operator.promote(user))
          ? `${user} is now an administrator.`
          : `${user} is already an administrator.`,
      );
      return;
    case "demote":
      print(
        (await operator.demote(user))
          ? `${user} is no longer an administrator.`
          : `${user} is not an administrator.`,
      );
      return;
    default: {
      const { username, factorCount, link } = await operator.reset(user, { byEmail });
      print(
        `${username}: ${factorCount === 0 ? "two-factor authentication wasn't set up" : "two-factor authentication was turned off"}. Any passkeys were removed.`,
      );
      print(describeLink(link));
    }
  }
}

function describeLink(link: string | null): string {
  if (link === null) return "Emailed a link to choose a password.";
  return `Open this link to choose a password. It works once. Its host comes from PUBLIC_URL.\n${link}`;
}

if (import.meta.main)
  await runCommand(
    () =>
      runAdminCommand(process.argv.slice(2), {
        environment: process.env,
        print,
        readPassword: () =>
          readSecret("Password", "Pipe it to the command, or omit --password to get a link."),
      }),
    USAGE,
  );
