/**
 * A program for the tests: starts the embedded server of the folder it is given, says what is in its table, and
 * then writes rows for ever, naming each one that was acknowledged. SIGTERM stops it in good order.
 */
import pg from "pg";
import { startEmbeddedPostgres } from "./index.ts";

const [dataDir = "", sharedFolder = "/var/lib/lattice", mode = "write"] = process.argv.slice(2);
let stopping = mode !== "write";
// From the beginning: a signal during the start must not end this program without its server.
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    stopping = true;
  });
}
const tell = (line: string) => process.stdout.write(`${line}\n`);

try {
  const server = await startEmbeddedPostgres({ dataDir, sharedFolder, say: (line) => tell(`say ${line}`) });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query("create table if not exists rows (n bigint primary key)");
  const { rows } = await client.query<{ n: string }>("select n from rows order by n");
  tell(`url ${server.url}`);
  tell(`rows ${rows.map((row) => row.n).join(" ")}`);
  tell("ready");

  for (let n = Number(rows.at(-1)?.n ?? 0) + 1; !stopping; n++) {
    await client.query("insert into rows values ($1)", [n]);
    tell(`wrote ${n}`);
  }
  await client.end();
  await server.stop();
  tell("stopped");
} catch (error) {
  tell(`failed ${error instanceof Error ? `${error.constructor.name} ${error.message}` : error}`);
  process.exitCode = 1;
}
