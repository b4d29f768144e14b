import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

/** Reads a line from the terminal without echoing it, or the first line of piped input. */
export async function readSecret(label: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/)[0] ?? "";
  process.stdout.write(`${label}: `);
  const lines = createInterface({ input: process.stdin, terminal: true, historySize: 0 });
  const line = await new Promise<string>((resolve) => lines.once("line", resolve));
  lines.close();
  process.stdout.write("\n");
  return line;
}
