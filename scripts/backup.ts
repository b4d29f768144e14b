import { runBackupCommand, USAGE } from "./backup-command.ts";
import { readSecret } from "./read-secret.ts";
import { print, runCommand } from "./with-database.ts";

await runCommand(
  () =>
    runBackupCommand(process.argv.slice(2), {
      environment: process.env,
      print,
      readPassphrase: readSecret,
      isInteractive: process.stdin.isTTY,
    }),
  USAGE,
);
