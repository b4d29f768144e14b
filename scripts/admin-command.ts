import { parseArgs } from "node:util";
import { type Auth, createAuth } from "#server/auth/index.ts";
import { expectedError } from "#server/database/index.ts";
import { createMail } from "#server/mail/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createRateLimits } from "#server/platform/rate-limit.ts";
import { StartError } from "#server/platform/start-error.ts";
import { createSettingsStore } from "#server/settings/index.ts";
import { type Environment, onDatabase } from "./on-database.ts";

/**
 * `npm run admin -- …`: the first administrator, and the way back in for one who is locked out. Works beside running
 * programs; what it changes holds with the next request. A link is printed, to be handed over, unless `--mail` sends it.
 */
export const USAGE = `Usage: npm run admin -- create --email you@example.org --name you [--mail | --password]
       npm run admin -- promote you@example.org   (a mail address or a name)
       npm run admin -- demote you@example.org
       npm run admin -- reset you@example.org [--mail]   (a new password; second factors go)`;

interface Terminal {
  readonly environment: Environment;
  say(line: string): void;
  readPassword(): Promise<string>;
}

/** Throws StartError for what cannot be done. */
export async function administer(args: readonly string[], terminal: Terminal): Promise<void> {
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
  const [command = "", who = "", ...others] = positionals;
  const needsWho = ["promote", "demote", "reset"].includes(command);
  const { email = "", name = "", mail: byMail } = values;
  const isCreation = command === "create" && email !== "" && name !== "" && who === "";
  if (others.length > 0 || !(isCreation || (needsWho && who !== ""))) throw new StartError(USAGE);
  const password = isCreation && values.password ? await terminal.readPassword() : undefined;

  await onDatabase(
    { maxConnections: 3, environment: terminal.environment },
    async ({ config, database, log }) => {
      const clock = systemClock;
      const limits = createRateLimits(database.pool, { enabled: false });
      const store = createSettingsStore({
        database,
        log,
        // A command is over before anybody saves another name.
        announcements: { on: () => () => {}, onGap: () => () => {} },
        defaults: { signUpOpen: !config.auth.disableSignup, aiLimits: config.ai.limits },
      });
      const settings = { read: async () => (await store.read()).inForce };
      const mail = createMail({ config, database, log, clock, settings });
      if (byMail && !mail.sendsMails)
        throw new StartError(
          "There is no mail server (SMTP_URL) to mail the link with: leave --mail out, and it is printed.",
        );
      const { operator, refusalOf } = await createAuth({ config, database, log, clock, limits, mail });
      try {
        await run(operator, { command, who, email, name, password, byMail }, terminal.say);
        // What a running program does not send is sent here.
        if (byMail) await mail.sendDue();
      } catch (error) {
        const refused = refusalOf(error) ?? expectedError(error);
        throw refused ? new StartError(refused.message, { cause: error }) : error;
      } finally {
        await mail.stop();
      }
    },
  );
}

interface Given {
  readonly command: string;
  readonly who: string;
  readonly email: string;
  readonly name: string;
  readonly password: string | undefined;
  readonly byMail: boolean;
}

async function run(
  operator: Auth["operator"],
  { command, who, email, name, password, byMail }: Given,
  say: (line: string) => void,
): Promise<void> {
  switch (command) {
    case "create": {
      const { username, link } = await operator.create({ email, username: name, password, byMail });
      say(`${username} (${email}) is an administrator.`);
      if (password === undefined) say(describeLink(link));
      return;
    }
    case "promote":
      say(
        (await operator.promote(who))
          ? `${who} is an administrator now.`
          : `${who} is an administrator already.`,
      );
      return;
    case "demote":
      say(
        (await operator.demote(who)) ? `${who} is no administrator any more.` : `${who} is no administrator.`,
      );
      return;
    default: {
      const { username, factors, link } = await operator.reset(who, { byMail });
      say(
        `${username}: ${factors === 0 ? "there was no second factor to take away" : "the second factors are gone"}.`,
      );
      say(describeLink(link));
    }
  }
}

function describeLink(link: string | null): string {
  if (link === null) return "A mail is on its way with a link that chooses a password.";
  return `Open this link, once, to choose a password (PUBLIC_URL says where the site is):\n${link}`;
}
