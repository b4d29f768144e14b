import cluster from "node:cluster";
import { type Config, readConfig } from "#server/config.ts";
import { openPort } from "#server/http/listen.ts";
import { createLog } from "#server/platform/log.ts";
import { StartError } from "#server/platform/start-error.ts";
import {
  createLifecycle,
  prepareDatabase,
  runPrimary,
  runWorker,
  type Served,
  serve,
} from "#server/program/index.ts";

/** The composition root: decides which kind of process this is, what it starts and how it stops. */

// Workers get less time than the primary, which stops the database after them.
const lifecycle = createLifecycle(cluster.isWorker ? 15_000 : 20_000);
const say = (line: string) => console.log(line);
const createConfiguredLog = ({ logLevel }: Config) => createLog(logLevel);
const configAt = (port: number) => readConfig({ ...process.env, PORT: String(port) });

/** Runs everything in this process, or in workers that it starts. */
async function start(): Promise<void> {
  const given = readConfig(process.env);
  const log = createConfiguredLog(given);
  // Tokens, links and emails contain the site's address, so a port chosen by the system must be known first.
  const found = given.port === 0 ? await openPort(given) : undefined;
  const config = found ? configAt(found.port) : given;
  const database = await prepareDatabase(config, { log, say, lifecycle });
  let served: Served;
  if (config.workers === 1) {
    served = await serve({ config, database, log, lifecycle, opened: found, runsJobs: true });
  } else {
    await found?.close();
    served = await runPrimary({ workers: config.workers, database, port: config.port, lifecycle });
  }
  say(`Lattice is ready at ${config.publicUrlGiven ? config.publicUrl : served.url}`);
  if (!served.hasAdministrator) {
    say("There is no administrator yet. Create one with:");
    say("  npm run admin -- create --email you@example.org --name you");
  }
}

// A terminal's Ctrl-C also reaches the workers, which the primary stops in order.
process.on("SIGINT", () => cluster.isPrimary && void lifecycle.stop(0));
process.on("SIGTERM", () => void lifecycle.stop(0));
// If scripts/start.mjs is killed, this program stops too. (Node ends workers itself.)
process.once("disconnect", () => void lifecycle.stop(0));
if (cluster.isPrimary) process.channel?.unref();
// It may already have been killed while this module was loading.
if (process.connected === false) void lifecycle.stop(0);

try {
  await (cluster.isWorker ? runWorker({ configAt, createLog: createConfiguredLog, lifecycle }) : start());
} catch (error) {
  // A message alone for what an operator can fix, a stack trace for bugs.
  console.error(error instanceof StartError ? error.message : error);
  await lifecycle.stop(1);
}
