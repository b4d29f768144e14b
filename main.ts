import cluster from "node:cluster";
import { type Config, readConfig } from "#server/config.ts";
import { openPort } from "#server/http/listen.ts";
import { createLog } from "#server/platform/log.ts";
import { recordRunningInstance } from "#server/platform/running-instances.ts";
import { StartError } from "#server/platform/start-error.ts";
import {
  createLifecycle,
  formatSettings,
  prepareDatabase,
  type RunningServer,
  runPrimary,
  runWorker,
  serve,
} from "#server/program/index.ts";

/** The composition root: decides which kind of process this is, what it starts and how it stops. */

// Workers get less time to stop than the primary, which stops the database after them.
const lifecycle = createLifecycle(cluster.isWorker ? 15_000 : 20_000);
const print = (line: string) => console.log(line);
const createConfiguredLog = ({ logLevel }: Config) => createLog(logLevel);
const readConfigForPort = (port: number) => readConfig({ ...process.env, PORT: String(port) });

async function start(): Promise<void> {
  const initialConfig = readConfig(process.env);
  const log = createConfiguredLog(initialConfig);
  // Tokens, links and emails contain the site's URL, so a port chosen by the system must be known first.
  const openedPort = initialConfig.port === 0 ? await openPort(initialConfig) : undefined;
  const config = openedPort ? readConfigForPort(openedPort.port) : initialConfig;
  lifecycle.extendTimeLimit(config.stopDelayMs);
  const database = await prepareDatabase(config, { log, print, lifecycle });
  let server: RunningServer;
  if (config.workers === 1) {
    server = await serve({ config, database, log, lifecycle, openedPort, runsJobs: true });
  } else {
    await openedPort?.close();
    const { workers: workerCount, port, stopDelayMs } = config;
    server = await runPrimary({ workerCount, database, port, stopDelayMs, lifecycle });
  }
  print(`Lattice is ready at ${config.isPublicUrlSet ? config.publicUrl : server.url}`);
  const settings = formatSettings(config);
  const { dataDir, databaseUrl } = config;
  lifecycle.onStop(
    recordRunningInstance({ url: server.url, dataDir, usesDatabaseUrl: databaseUrl !== undefined, settings }),
  );
  if (!server.hasAdministrator) {
    print("There is no administrator yet. Create one with:");
    print(`  ${settings}npm run admin -- create --email you@example.org --name you`);
  }
}

// A terminal's Ctrl-C also reaches the workers, which the primary stops in order.
process.on("SIGINT", () => cluster.isPrimary && void lifecycle.stop(0));
process.on("SIGTERM", () => void lifecycle.stop(0));
// If scripts/start.mjs is killed, this program stops too. (Node ends workers itself.)
process.once("disconnect", () => void lifecycle.stop(0));
if (cluster.isPrimary) process.channel?.unref();
// scripts/start.mjs may already have been killed while this module was loading.
if (process.connected === false) void lifecycle.stop(0);

try {
  await (cluster.isWorker
    ? runWorker({ readConfigForPort, createLog: createConfiguredLog, lifecycle })
    : start());
} catch (error) {
  // Print only the message of an error that the operator can fix, but the stack trace of a bug.
  console.error(error instanceof StartError ? error.message : error);
  await lifecycle.stop(1);
}
