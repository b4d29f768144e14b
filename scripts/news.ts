import { fetchNews, USAGE } from "./news-command.ts";
import { print, runCommand } from "./with-database.ts";

await runCommand(async () => {
  if (!(await fetchNews(process.argv.slice(2), { environment: process.env, print }))) process.exitCode = 1;
}, USAGE);
