import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { formatCount } from "#core/format-count.ts";
import { formatList } from "#core/format-list.ts";
import { buildApp } from "#server/app.ts";
import { previewDemoRemoval, type RemovalPreview, removeDemo } from "#server/demo/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { StartError } from "#server/platform/start-error.ts";
import { type Environment, print, runCommand, withDatabase } from "./with-database.ts";

/** `npm run demo -- remove`: deletes the demo community. Works while the site is running. */
export const USAGE = `Usage: npm run demo -- remove [--yes] [--everything]
  Deletes the demo community, but nothing that people wrote.

  --yes          doesn't ask for confirmation
  --everything   also deletes what people wrote with demo accounts`;

interface Terminal {
  readonly environment: Environment;
  print(line: string): void;
  /** Asks a yes-or-no question. Returns null if there is no one to ask. */
  confirm(question: string): Promise<boolean | null>;
}

/**
 * Throws StartError, for example if there is no site, or if the removal has to be confirmed and there is no one to ask.
 */
export async function runDemoCommand(args: readonly string[], { environment, print, confirm }: Terminal) {
  const { yes, everything } = parseArguments(args);
  await withDatabase({ maxConnections: 5, environment }, async ({ config, database, log, addSettings }) => {
    const app = await buildApp({ config, database, log, clock: systemClock, hasDemo: false });
    const deps = {
      database,
      clock: systemClock,
      announcements: app.announcements,
      storage: app.storage,
    };
    try {
      const preview = await previewDemoRemoval(deps, { everything });
      if (preview === null) return print("There is no demo community.");
      for (const line of describePreview(preview, everything)) print(line);
      if (!yes) {
        const answer = await confirm("Remove the demo community?");
        if (answer === null) throw new StartError("Nothing was removed. To confirm, add --yes.");
        if (!answer) return print("Nothing was removed.");
      }
      app.announcements.start();
      await removeDemo(deps, { everything });
      // A running site may serve cached pages with demo content until it has received the announcement.
      await app.announcements.waitForDelivery();
      print("The demo community was removed.");
      if (!preview.hasAdministrator)
        print(
          addSettings(
            "There is no administrator. Create one with:\n  npm run admin -- create --email you@example.org --name you",
          ),
        );
    } finally {
      await app.announcements.stop();
      await app.news.close();
    }
  });
}

function describePreview(preview: RemovalPreview, everything: boolean): string[] {
  const formatCounts = (counts: readonly (readonly [count: number, singular: string])[]) =>
    formatList(
      counts.filter(([count]) => count > 0).map(([count, singular]) => formatCount(count, singular)),
    );
  const removedItems = formatCounts([
    [preview.members, "member"],
    [preview.posts, "post"],
    [preview.comments, "comment"],
    [preview.votes, "vote"],
    [preview.reports, "report"],
    [preview.files, "uploaded file"],
    [preview.samples, "sample article"],
  ]);
  const writtenContent = formatCounts([
    [preview.writtenPosts, "post"],
    [preview.writtenComments, "comment"],
  ]);
  const answeredContent = formatCounts([
    [preview.answeredPosts, "demo post"],
    [preview.answeredComments, "demo comment"],
  ]);
  return [
    removedItems ? `This deletes ${removedItems}.` : "Nothing is left to delete.",
    ...(writtenContent
      ? [
          `${writtenContent} that people wrote with demo accounts will stay, with the author shown as a deleted member.${everything ? "" : " To delete this content too, add --everything."}`,
        ]
      : []),
    ...(answeredContent
      ? [
          `${answeredContent} that people have replied to will stay, with the author shown as a deleted member.`,
        ]
      : []),
    ...(preview.claimedUsernames.length > 0
      ? [
          `${formatCount(preview.claimedUsernames.length, "demo account")} with a changed password or email address will stay: ${formatList(preview.claimedUsernames)}.`,
        ]
      : []),
  ];
}

function parseArguments(args: readonly string[]): { yes: boolean; everything: boolean } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      yes: { type: "boolean", default: false },
      everything: { type: "boolean", default: false },
    },
  });
  if (positionals.length !== 1 || positionals[0] !== "remove") throw new StartError(USAGE);
  return values;
}

if (import.meta.main)
  await runCommand(
    () =>
      runDemoCommand(process.argv.slice(2), {
        environment: process.env,
        print,
        async confirm(question) {
          if (!process.stdin.isTTY) return null;
          const prompt = createInterface({ input: process.stdin, output: process.stdout });
          const answer = await prompt.question(`${question} [y/N] `).finally(() => prompt.close());
          return /^y(es)?$/i.test(answer.trim());
        },
      }),
    USAGE,
  );
