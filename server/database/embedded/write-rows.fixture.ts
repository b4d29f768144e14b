/**
 * A script for the tests: starts the embedded server of a folder, prints the rows in its table, then inserts rows
 * until stopped and prints each acknowledged one. SIGTERM stops it gracefully. If the last argument is "once", it stops
 * without inserting any.
 */
import pg from "pg";
import { startEmbeddedPostgres } from "./index.ts";

const [dataDir = "", sharedFolder = "/var/lib/lattice", mode = "write"] = process.argv.slice(2);
let isStopping = mode !== "write";
// Registered first, because a signal during startup must not end this process without stopping its server.
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    isStopping = true;
  });
}
const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  const server = await startEmbeddedPostgres({
    dataDir,
    sharedFolder,
    print: (line) => print(`message ${line}`),
  });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query("create table if not exists rows (n bigint primary key)");
  const { rows } = await client.query<{ n: string }>("select n from rows order by n");
  print(`url ${server.url}`);
  print(`rows ${rows.map((row) => row.n).join(" ")}`);
  print("ready");

  for (let n = Number(rows.at(-1)?.n ?? 0) + 1; !isStopping; n++) {
    await client.query("insert into rows values ($1)", [n]);
    print(`wrote ${n}`);
  }
  await client.end();
  await server.stop();
  print("stopped");
} catch (error) {
  print(`failed ${error instanceof Error ? `${error.constructor.name} ${error.message}` : error}`);
  process.exitCode = 1;
}
