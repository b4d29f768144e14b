import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { StartError } from "#server/platform/start-error.ts";

interface Streams {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable;
}

/**
 * Reads a line without echoing it, or the first line of piped input. `advice` says how else to provide the secret.
 * Throws StartError if the piped line is empty, or if the user cancels the prompt.
 */
export async function readSecret(
  label: string,
  advice: string,
  { input, output }: Streams = { input: process.stdin, output: process.stdout },
): Promise<string> {
  if (!input.isTTY) {
    const [line = ""] = (await text(input)).split(/\r?\n/);
    if (line === "")
      throw new StartError(`Can't prompt for the ${label.toLowerCase()} without a terminal. ${advice}`);
    return line;
  }
  output.write(`${label}: `);
  const prompt = createInterface({ input, terminal: true, historySize: 0 });
  try {
    return await new Promise<string>((resolve, reject) => {
      prompt.once("line", resolve);
      // Ctrl-C and Ctrl-D close the prompt.
      prompt.once("close", () => reject(new StartError("The prompt was canceled.")));
    });
  } finally {
    prompt.close();
    output.write("\n");
  }
}
