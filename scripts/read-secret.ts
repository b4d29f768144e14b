import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { StartError } from "#server/platform/start-error.ts";

/** Reads a line without echoing it, or the first line of piped input. `advice` says how else to provide it. */
export async function readSecret(label: string, advice: string): Promise<string> {
  if (!process.stdin.isTTY) {
    const [line = ""] = (await text(process.stdin)).split(/\r?\n/);
    if (line === "")
      throw new StartError(`Can't prompt for the ${label.toLowerCase()} without a terminal. ${advice}`);
    return line;
  }
  process.stdout.write(`${label}: `);
  const prompt = createInterface({ input: process.stdin, terminal: true, historySize: 0 });
  const line = await new Promise<string>((resolve) => prompt.once("line", resolve));
  prompt.close();
  process.stdout.write("\n");
  return line;
}
