import { parseArgs } from "node:util";
import { formatCount } from "#core/format-count.ts";
import { buildApp } from "#server/app.ts";
import { describeOutage, type IngestResult, type SourceOutcome } from "#server/news/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { StartError } from "#server/platform/start-error.ts";
import { type Environment, print, runCommand, withDatabase } from "./with-database.ts";

/** Fetches sources even if they aren't due. Exits with 1 if none could be read. */
export const USAGE = `Usage: npm run news -- fetch [--source NAME]
  Fetches all sources, or only the named one, and prints the result for each.`;

interface Terminal {
  readonly environment: Environment;
  print(line: string): void;
}

/** Returns false if no source could be read. Throws StartError, for example if no source has the given name. */
export function fetchNews(args: readonly string[], { environment, print }: Terminal): Promise<boolean> {
  const { source } = parseArguments(args);
  return withDatabase({ maxConnections: 8, environment }, async ({ config, database, log }) => {
    const { news } = await buildApp({ config, database, log, clock: systemClock, hasDemo: false });
    try {
      await news.syncSources();
      const names = await news.listSourceNames();
      const selectedNames = names.filter((name) => !source || name.toLowerCase() === source.toLowerCase());
      if (selectedNames.length === 0) throw new StartError(describeUnknownSource(source, names));
      print(`Fetching ${formatCount(selectedNames.length, "source")}.`);
      const ingestion = await news.ingestNews({
        force: true,
        ...(source ? { source } : {}),
        onOutcome: (outcome) => print(describeResult(outcome)),
      });
      await printTotalsAndFetchImages(ingestion, news, print);
      return ingestion.outcomes.some(({ result }) => result !== "failed");
    } finally {
      await news.close();
    }
  });
}

/**
 * Prints the totals, then fetches the images. If no source could be reached, adds the sample articles instead, unless
 * there are real ones.
 */
async function printTotalsAndFetchImages(
  { outcomes, isOffline }: IngestResult,
  news: Awaited<ReturnType<typeof buildApp>>["news"],
  print: Terminal["print"],
): Promise<void> {
  const sumField = (getValue: (outcome: SourceOutcome) => number) =>
    outcomes.reduce((sum, outcome) => sum + getValue(outcome), 0);
  const failedCount = outcomes.filter(({ result }) => result === "failed").length;
  print(
    `${formatCount(outcomes.length, "source")}: ${sumField((outcome) => outcome.added)} new, ${sumField((outcome) => outcome.changed)} changed, ` +
      `${sumField((outcome) => outcome.unchanged)} unchanged articles; ${formatCount(failedCount, "source")} failed.`,
  );
  if (isOffline) {
    const sentence = describeOutage(await news.addSamples());
    print(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`);
    return;
  }
  const { stored, failed: failedImageCount } = await news.fetchImages({ limit: 2000 });
  if (stored + failedImageCount > 0)
    print(`${formatCount(stored, "image")} stored, ${failedImageCount} failed.`);
}

function describeResult({
  name,
  result,
  added,
  changed,
  unchanged,
  duplicates,
  skipped,
  reason,
}: SourceOutcome): string {
  const column = `  ${name.padEnd(32)}`;
  if (result === "failed") return `${column} failed: ${reason}`;
  if (result === "unchanged") return `${column} not modified since the last fetch`;
  return `${column} ${[
    `${added} new`,
    `${changed} changed`,
    `${unchanged} unchanged`,
    ...(duplicates > 0 ? [`${duplicates} carried by another source`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(", ")}`;
}

function describeUnknownSource(source: string | undefined, names: readonly string[]): string {
  if (source === undefined || names.length === 0) return "There are no active news sources.";
  return `There is no source named "${source}". Available sources: ${names.join(", ")}.`;
}

function parseArguments(args: readonly string[]): { source: string | undefined } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { source: { type: "string" } },
  });
  if (positionals.length !== 1 || positionals[0] !== "fetch") throw new StartError(USAGE);
  return { source: values.source };
}

if (import.meta.main)
  await runCommand(async () => {
    if (!(await fetchNews(process.argv.slice(2), { environment: process.env, print }))) process.exitCode = 1;
  }, USAGE);
