import { runBackupCommand, USAGE } from "./backup-command.ts";
import { readSecret } from "./read-secret.ts";
import { print, runCommand } from "./with-database.ts";

await runCommand(
  () =>
    runBackupCommand(process.argv.slice(2), {
      environment: process.env,
      print,
      readPassphrase: (label) => readSecret(label, "Set BACKUP_PASSPHRASE."),
      isInteractive: process.stdin.isTTY,
    }),
  USAGE,
);
