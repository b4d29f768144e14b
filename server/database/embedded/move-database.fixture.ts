/**
 * A script for the tests: starts the embedded server of a folder, which moves the data to our version of PostgreSQL,
 * and stops it. If the last argument is "before" or "after", the script kills itself before or after it copies the rows.
 */
import { copyDatabase } from "#server/backup/index.ts";
import { startEmbeddedPostgres } from "./index.ts";

const [dataDir = "", sharedFolder = "", moment] = process.argv.slice(2);

const server = await startEmbeddedPostgres({
  dataDir,
  sharedFolder,
  print: () => {},
  async copyDatabase(from, to) {
    if (moment === "before") process.kill(process.pid, "SIGKILL");
    await copyDatabase(from, to);
    if (moment === "after") process.kill(process.pid, "SIGKILL");
  },
});
await server.stop();
