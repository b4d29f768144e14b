import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { runAdminCommand, USAGE } from "./admin-command.ts";
import { print, runCommand } from "./with-database.ts";

await runCommand(
  () =>
    runAdminCommand(process.argv.slice(2), {
      environment: process.env,
      print,
      readPassword: readFromTerminal,
    }),
  USAGE,
);

/** Reads a line from the terminal without echoing it, or the first line of piped input. */
async function readFromTerminal(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/)[0] ?? "";
  process.stdout.write("Password: ");
  const lines = createInterface({ input: process.stdin, terminal: true, historySize: 0 });
  const line = await new Promise<string>((resolve) => lines.once("line", resolve));
  lines.close();
  process.stdout.write("\n");
  return line;
}
