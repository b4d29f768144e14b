import { runRecountCommand, USAGE } from "./recount-command.ts";
import { print, runCommand } from "./with-database.ts";

await runCommand(async () => {
  const isCorrect = await runRecountCommand(process.argv.slice(2), { environment: process.env, print });
  if (!isCorrect) process.exitCode = 1;
}, USAGE);
