import { fetchNews, USAGE } from "./news-command.ts";
import { runCommand, say } from "./with-database.ts";

await runCommand(async () => {
  if (!(await fetchNews(process.argv.slice(2), { environment: process.env, say }))) process.exitCode = 1;
}, USAGE);
