import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";
import { buildApp } from "#server/app.ts";
import { type Config, ConfigError, readConfig } from "#server/config.ts";
import { migrate, openDatabase } from "#server/database/index.ts";
import { prepareDemo } from "#server/demo/index.ts";
import { createHttp } from "#server/http/create-http.ts";
import { createDevServer } from "#server/http/dev-server.ts";
import { type ListeningServer, openPort } from "#server/http/listen.ts";
import { createPages } from "#server/http/pages.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createLog } from "#server/platform/log.ts";
import { StartError } from "#server/platform/start-error.ts";
import { repairAfterStart } from "#server/upkeep.ts";

/** The composition root: configuration, database, app, listen, graceful stop. */

const ROOT = import.meta.dirname;

const onStop: (() => Promise<void> | void)[] = [];
let stopping = false;

/** Undoes the start, last step first, and ends. What will not end in time is ended: an operator's stop must not hang. */
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), 20_000).unref();
  for (const step of onStop.reverse()) {
    try {
      await step();
    } catch (error) {
      console.error(error);
    }
  }
  process.exit(code);
}

/** `opened` is the port, when it had to be opened first because nobody knew its number. */
async function start(config: Config, opened?: ListeningServer): Promise<void> {
  const log = createLog(config.logLevel);
  const say = (line: string) => console.log(line);

  let url = config.databaseUrl;
  if (url === undefined) {
    const { startEmbeddedPostgres } = await import("#server/database/embedded/index.ts");
    const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, say });
    onStop.push(() => embedded.stop());
    void embedded.exited.then((why) => {
      if (!stopping) {
        console.error(why);
        void stop(1);
      }
    });
    url = embedded.url;
  }

  await migrate(url);
  const database = openDatabase({ url, log });
  onStop.push(() => database.close());

  const hasDemo = await prepareDemo({ wanted: config.demo, database, log, clock: systemClock, say });
  const app = await buildApp({ config, database, log, clock: systemClock, hasDemo });
  app.announcements.start();
  onStop.push(() => app.announcements.stop());
  app.analytics.views.start();
  onStop.push(() => app.analytics.views.close());
  app.mail.start();
  onStop.push(() => app.mail.stop());
  onStop.push(() => app.news.close());
  onStop.push(() => app.ai.close());
  onStop.push(() => app.sharing.close());
  onStop.push(() => app.jobs.stop());

  const isDevelopment = config.environment === "development";
  const vite = isDevelopment ? await createDevServer(ROOT) : undefined;
  if (vite) onStop.push(() => vite.close());
  const loadPages = vite ? () => vite.loadBuild() : await loadBuild();
  const pages = createPages(app, log, isDevelopment ? "development" : "production", loadPages);
  const { listener } = createHttp({
    app,
    config,
    database,
    log,
    clock: systemClock,
    pages,
    clientFolder: isDevelopment ? null : join(ROOT, "build", "client"),
    isStopping: () => stopping,
  });

  const server = opened ?? (await openPort(config));
  server.serve(vite ? vite.before(listener) : listener);
  onStop.push(() => server.close());
  app.live.start();
  // Before the port: it waits for what is under way, and a stream is under way until somebody ends it.
  onStop.push(() => app.live.close());
  void repairAfterStart({ ...app, log }, () => stopping);
  // Nothing of the news is waited for: neither the way out nor the jobs' own tables.
  const prepareNews = async () => {
    await app.news.syncSources();
    // A community that is shown with sample posts has sample news until the first real ones come.
    if (config.demo || config.news.pollMinutes === null) await app.news.putInSamples();
  };
  prepareNews().catch(
    (error: unknown) => stopping || log.error({ err: error }, "the news could not be prepared"),
  );
  app.jobs.start();
  say(`Lattice is ready at ${config.publicUrlGiven ? config.publicUrl : server.url}`);
  if (!(await app.auth.operator.hasAdministrator())) {
    say("Nobody is an administrator yet. Make one, here and now, with:");
    say("  npm run admin -- create --email you@example.org --name you");
  }
}

/** The built pages, loaded once. */
async function loadBuild(): Promise<() => Promise<ServerBuild>> {
  const file = join(ROOT, "build", "server", "index.js");
  if (!existsSync(file))
    throw new ConfigError('The pages are not built yet: run "npm start", or "npm run build" first.');
  const build = (await import(pathToFileURL(file).href)) as ServerBuild;
  return async () => build;
}

process.on("SIGINT", () => void stop(0));
process.on("SIGTERM", () => void stop(0));
// scripts/start.mjs holds the other end: when it is killed, the program does not live on unseen.
process.once("disconnect", () => void stop(0));
process.channel?.unref();
// It may have been killed while this module was loading.
if (process.connected === false) void stop(0);

try {
  const config = readConfig(process.env);
  // Tokens, links and mails name the site's address, so a port that is yet to be found is found before them.
  const opened = config.port === 0 ? await openPort(config) : undefined;
  const known = opened ? readConfig({ ...process.env, PORT: String(opened.port) }) : config;
  await start(known, opened);
} catch (error) {
  // One clear sentence for what an operator can mend; the stack for what only we can.
  console.error(error instanceof StartError ? error.message : error);
  await stop(1);
}
