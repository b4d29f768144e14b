import { runFilesCommand, USAGE } from "./files-command.ts";
import { print, runCommand } from "./with-database.ts";

await runCommand(async () => {
  const isComplete = await runFilesCommand(process.argv.slice(2), { environment: process.env, print });
  if (!isComplete) process.exitCode = 1;
}, USAGE);
