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

/** The composition root: which process this is, what it starts, how it stops. */

// A worker has less time than the primary, which stops the database after it.
const lifecycle = createLifecycle(cluster.isWorker ? 15_000 : 20_000);
const say = (line: string) => console.log(line);
const logOf = ({ logLevel }: Config) => createLog(logLevel);
const configAt = (port: number) => readConfig({ ...process.env, PORT: String(port) });

/** Everything in this process, or in workers that it starts. */
async function start(): Promise<void> {
  const given = readConfig(process.env);
  const log = logOf(given);
  // Tokens, links and emails name the site's address, so a port that is yet to be found is found before them.
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

// A terminal interrupts the workers along with the primary, which stops them in good order.
process.on("SIGINT", () => cluster.isPrimary && void lifecycle.stop(0));
process.on("SIGTERM", () => void lifecycle.stop(0));
// scripts/start.mjs holds the other end: if it is killed, this program stops too. (Node ends a worker by itself.)
process.once("disconnect", () => void lifecycle.stop(0));
if (cluster.isPrimary) process.channel?.unref();
// It may have been killed while this module was loading.
if (process.connected === false) void lifecycle.stop(0);

try {
  await (cluster.isWorker ? runWorker({ configAt, createLog: logOf, lifecycle }) : start());
} catch (error) {
  // One clear sentence for what an operator can mend; the stack for what only we can.
  console.error(error instanceof StartError ? error.message : error);
  await lifecycle.stop(1);
}
