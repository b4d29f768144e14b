import { createInterface } from "node:readline/promises";
import { runDemoCommand, USAGE } from "./demo-command.ts";
import { print, runCommand } from "./with-database.ts";

await runCommand(
  () =>
    runDemoCommand(process.argv.slice(2), {
      environment: process.env,
      print,
      async confirm(question) {
        if (!process.stdin.isTTY) return null;
        const prompt = createInterface({ input: process.stdin, output: process.stdout });
        const answer = await prompt.question(`${question} [y/N] `).finally(() => prompt.close());
        return /^y(es)?$/i.test(answer.trim());
      },
    }),
  USAGE,
);
