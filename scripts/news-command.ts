import { parseArgs } from "node:util";
import { formatCount } from "#core/format-count.ts";
import { buildApp } from "#server/app.ts";
import { describeOffline, type IngestResult, type SourceOutcome } from "#server/news/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { StartError } from "#server/platform/start-error.ts";
import { type Environment, withDatabase } from "./with-database.ts";

/** `npm run news -- fetch [--source NAME]`: fetches now, even if not due. Exits with 1 if no source could be read. */
export const USAGE = `Usage: npm run news -- fetch [--source NAME]
  fetches all sources, or only the named one, and prints the result of each.`;

interface Terminal {
  readonly environment: Environment;
  say(line: string): void;
}

/** Returns false if no source could be read. Throws StartError for invalid arguments. */
export function fetchNews(args: readonly string[], { environment, say }: Terminal): Promise<boolean> {
  const { source } = readArguments(args);
  return withDatabase({ maxConnections: 8, environment }, async ({ config, database, log }) => {
    const { news } = await buildApp({ config, database, log, clock: systemClock, hasDemo: false });
    try {
      await news.syncSources();
      const names = await news.listSourceNames();
      const wanted = names.filter((name) => !source || name.toLowerCase() === source.toLowerCase());
      if (wanted.length === 0) throw new StartError(unknownSource(source, names));
      say(`Fetching ${formatCount(wanted.length, "source")}.`);
      const ingestion = await news.ingestNews({
        now: true,
        ...(source ? { source } : {}),
        onOutcome: (outcome) => say(describe(outcome)),
      });
      await finish(ingestion, news, say);
      return ingestion.outcomes.some(({ result }) => result !== "refused");
    } finally {
      await news.close();
    }
  });
}

async function finish(
  { outcomes, isOffline }: IngestResult,
  news: Awaited<ReturnType<typeof buildApp>>["news"],
  say: Terminal["say"],
): Promise<void> {
  const sum = (of: (outcome: SourceOutcome) => number) => outcomes.reduce((all, one) => all + of(one), 0);
  const failed = outcomes.filter(({ result }) => result === "refused").length;
  say(
    `${formatCount(outcomes.length, "source")}: ${sum((one) => one.added)} new, ${sum((one) => one.changed)} changed, ` +
      `${sum((one) => one.unchanged)} unchanged articles; ${failed} failed.`,
  );
  if (isOffline) {
    const sentence = describeOffline(await news.addSamples());
    say(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`);
    return;
  }
  const { stored, failed: failures } = await news.fetchPictures({ most: 2000 });
  if (stored + failures > 0) say(`${formatCount(stored, "picture")} stored, ${failures} failed.`);
}

/** One output line per source. */
function describe({
  name,
  result,
  added,
  changed,
  unchanged,
  elsewhere,
  skipped,
  reason,
}: SourceOutcome): string {
  const column = `  ${name.padEnd(32)}`;
  if (result === "refused") return `${column} failed: ${reason}`;
  if (result === "unchanged") return `${column} not modified since the last fetch`;
  return `${column} ${[
    `${added} new`,
    `${changed} changed`,
    `${unchanged} unchanged`,
    ...(elsewhere > 0 ? [`${elsewhere} carried by another source`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(", ")}`;
}

function unknownSource(source: string | undefined, names: readonly string[]): string {
  if (source === undefined || names.length === 0) return "No source is turned on.";
  return `There is no source named "${source}". Available sources: ${names.join(", ")}.`;
}

function readArguments(args: readonly string[]): { source: string | undefined } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { source: { type: "string" } },
  });
  if (positionals.length !== 1 || positionals[0] !== "fetch") throw new StartError(USAGE);
  return { source: values.source };
}
