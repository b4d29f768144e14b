import { runAdminCommand, USAGE } from "./admin-command.ts";
import { readSecret } from "./read-secret.ts";
import { print, runCommand } from "./with-database.ts";

await runCommand(
  () =>
    runAdminCommand(process.argv.slice(2), {
      environment: process.env,
      print,
      readPassword: () => readSecret("Password", "Pipe it to the command, or omit --password to get a link."),
    }),
  USAGE,
);
