import { readSecret } from "./read-secret.ts";
import { runRestoreCommand, USAGE } from "./restore-command.ts";
import { print, runCommand } from "./with-database.ts";

await runCommand(
  () =>
    runRestoreCommand(process.argv.slice(2), {
      environment: process.env,
      print,
      readPassphrase: (label) => readSecret(label, "Set BACKUP_PASSPHRASE."),
    }),
  USAGE,
);
