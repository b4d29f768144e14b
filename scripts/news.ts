import { parseArgs } from "node:util";
import { buildApp } from "#server/app.ts";
import { type Config, readConfig } from "#server/config.ts";
import { migrate, openDatabase } from "#server/database/index.ts";
import { type Gathering, noWayOut, type SourceOutcome } from "#server/news/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createLog } from "#server/platform/log.ts";
import { StartError } from "#server/platform/start-error.ts";

/**
 * `npm run news -- fetch [--source NAME]`: gathers now, whether it is due or not, in the database of DATABASE_URL
 * (beside the programs that run on it) or in the embedded one of DATA_DIR (with the program stopped). Ends with 1 when
 * no source could be read.
 */
const USAGE = `Usage: npm run news -- fetch [--source NAME]
  fetches all sources, or the one of that name, and says what each has brought.`;

const say = (line: string) => console.log(line);

async function fetchNews(source: string | undefined): Promise<boolean> {
  const config = readConfig(process.env);
  const embedded = config.databaseUrl === undefined ? await startEmbedded(config) : null;
  try {
    const url = config.databaseUrl ?? embedded?.url ?? "";
    await migrate(url);
    const log = createLog("error");
    const database = openDatabase({ url, log, maxConnections: config.databaseUrl ? 4 : 8 });
    const { news } = await buildApp({ config, database, log, clock: systemClock, hasDemo: false });
    try {
      await news.syncSources();
      const names = await news.nameSources();
      const wanted = names.filter((name) => !source || name.toLowerCase() === source.toLowerCase());
      if (wanted.length === 0) throw new StartError(unknownSource(source, names));
      say(wanted.length === 1 ? "Fetching one source." : `Fetching ${wanted.length} sources.`);
      const gathering = await news.gatherNews({
        now: true,
        ...(source ? { source } : {}),
        onOutcome: (outcome) => say(describe(outcome)),
      });
      await finish(gathering, news);
      return gathering.outcomes.some(({ result }) => result !== "refused");
    } finally {
      await news.close();
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}

async function finish(
  { outcomes, hasNoWayOut }: Gathering,
  news: Awaited<ReturnType<typeof buildApp>>["news"],
): Promise<void> {
  const sum = (of: (outcome: SourceOutcome) => number) => outcomes.reduce((all, one) => all + of(one), 0);
  const refused = outcomes.filter(({ result }) => result === "refused").length;
  say(
    `${plural(outcomes.length, "source")}: ${sum((one) => one.added)} new, ${sum((one) => one.changed)} changed, ` +
      `${sum((one) => one.unchanged)} unchanged articles; ${refused} refused.`,
  );
  if (hasNoWayOut) {
    const sentence = noWayOut(await news.putInSamples());
    say(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`);
    return;
  }
  const { kept, refused: lost } = await news.fetchPictures({ most: 2000 });
  if (kept + lost > 0) say(`${plural(kept, "picture")} kept, ${lost} not to be had.`);
}

/** One line for a source, under a column of names. */
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
  if (result === "refused") return `${column} refused: ${reason}`;
  if (result === "unchanged") return `${column} nothing has changed since the last time`;
  return `${column} ${[
    `${added} new`,
    `${changed} changed`,
    `${unchanged} unchanged`,
    ...(elsewhere > 0 ? [`${elsewhere} carried by another source`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(", ")}`;
}

function unknownSource(source: string | undefined, names: readonly string[]): string {
  if (source === undefined || names.length === 0) return "There is no source that is switched on.";
  return `There is no source "${source}". There are: ${names.join(", ")}.`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

async function startEmbedded({ dataDir }: Config) {
  const { startEmbeddedPostgres } = await import("#server/database/embedded/index.ts");
  return startEmbeddedPostgres({ dataDir, say });
}

function readArguments(): { source: string | undefined } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { source: { type: "string" } },
  });
  if (positionals.length !== 1 || positionals[0] !== "fetch") throw new StartError(USAGE);
  return { source: values.source };
}

try {
  if (!(await fetchNews(readArguments().source))) process.exitCode = 1;
} catch (error) {
  const isUsage = (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  console.error(isUsage ? USAGE : error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
