import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServerBuild } from "react-router";
import { type App, buildApp } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import { type Database, findExpectedError, openDatabase } from "#server/database/index.ts";
import { createHttp } from "#server/http/create-http.ts";
import { createDevServer } from "#server/http/dev-server.ts";
import { type ListeningServer, openPort } from "#server/http/listen.ts";
import type { ShareMetrics } from "#server/http/metrics.ts";
import { createPages } from "#server/http/pages.ts";
import { runStartupMaintenance } from "#server/maintenance.ts";
import { systemClock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import { ROOT } from "#server/platform/root.ts";
import type { Lifecycle } from "./lifecycle.ts";
import type { PreparedDatabase } from "./prepare-database.ts";

interface ServeOptions {
  readonly config: Config;
  readonly database: PreparedDatabase;
  readonly log: Log;
  readonly lifecycle: Lifecycle;
  /** The port, if it had to be opened earlier to find out its number. */
  readonly openedPort?: ListeningServer | undefined;
  readonly maxConnections?: number;
  /** Whether this process runs the jobs and the startup maintenance for all processes. */
  readonly runsJobs: boolean;
  readonly shareMetrics?: ShareMetrics;
}

export interface RunningServer {
  readonly url: string;
  readonly hasAdministrator: boolean;
}

/** Builds the app on a prepared database and resolves when it serves requests. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { config, log, lifecycle, openedPort, maxConnections, runsJobs, shareMetrics } = options;
  const { url, hasDemo } = options.database;
  const database = openDatabase({
    url,
    replicaUrls: config.databaseReplicaUrls,
    log,
    ...(maxConnections && { maxConnections }),
  });
  lifecycle.onStop(() => database.close());

  const app = await buildApp({ config, database, log, clock: systemClock, hasDemo });
  app.announcements.start();
  lifecycle.onStop(() => app.announcements.stop());
  app.analytics.views.start();
  lifecycle.onStop(() => app.analytics.views.close());
  app.mailer.start();
  lifecycle.onStop(() => app.mailer.stop());
  lifecycle.onStop(() => app.news.close());
  lifecycle.onStop(() => app.ai.close());
  lifecycle.onStop(() => app.sharing.close());
  lifecycle.onStop(() => app.jobs.stop());

  const isDevelopment = config.environment === "development";
  const vite = isDevelopment ? await createDevServer(ROOT) : undefined;
  if (vite) lifecycle.onStop(() => vite.close());
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
    isStopping: lifecycle.isStopping,
    ...(shareMetrics && { shareMetrics }),
  });

  const server = openedPort ?? (await openPort(config));
  server.serve(vite ? vite.wrap(listener) : listener);
  lifecycle.onStop(() => server.close());
  app.live.start();
  // Runs before the port is closed, because closing it waits for running requests such as open streams.
  lifecycle.onStop(() => app.live.close());
  // Runs first. /readyz already responds with 503, and the delay gives a proxy time to send new requests elsewhere.
  lifecycle.onStop(async (code) => {
    server.drain();
    if (code === 0) await sleep(config.stopDelayMs);
  });
  if (runsJobs) startJobs(app, database, config, log, lifecycle.isStopping);
  return { url: server.url, hasAdministrator: await hasAdministrator(app) };
}

/** Returns true during a database outage, which must not end the program. The result only decides what is printed. */
async function hasAdministrator(app: App): Promise<boolean> {
  try {
    return await app.auth.operator.hasAdministrator();
  } catch (error) {
    if (findExpectedError(error)?.code === "database_unavailable") return true;
    throw error;
  }
}

function startJobs(app: App, database: Database, config: Config, log: Log, isStopping: () => boolean): void {
  void runStartupMaintenance({ ...app, database, log }, isStopping);
  // Runs in the background, so that startup doesn't wait for the news.
  const prepareNews = async () => {
    await app.news.syncSources();
    // A demo community, or a site that doesn't fetch news, shows sample articles until it has real ones.
    if (config.demo || config.news.pollMinutes === null) await app.news.addSamples();
  };
  prepareNews().catch(
    (error: unknown) => isStopping() || log.error({ err: error }, "the news could not be prepared"),
  );
  app.jobs.start();
  log.info({ process: process.pid }, "this process runs the jobs");
}

async function loadBuild(): Promise<() => Promise<ServerBuild>> {
  const build = await import("#pages");
  return async () => build;
}
