import { join } from "node:path";
import { findBrowser } from "../scripts/find-browser.ts";
import { startTestProgram } from "./program.ts";

export interface Place {
  readonly url: string;
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const LOG = join(import.meta.dirname, "..", "test-results", "program.log");

/** Finds the browser and starts the program; the tests learn of both through the environment that workers inherit. */
export default async function setup(): Promise<() => Promise<void>> {
  // Playwright ends in good order when it is interrupted from the keyboard, and at once by any other signal.
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => process.kill(process.pid, "SIGINT"));
  const browser = await findBrowser(process.env);
  try {
    const program = await startTestProgram(LOG);
    const { executablePath, args, env } = browser;
    process.env.LATTICE_E2E = JSON.stringify({ url: program.url, executablePath, args, env } satisfies Place);
    return async () => {
      const errors = await program.stop();
      browser.dispose();
      if (errors.length > 0) throw new Error(`The program logged errors:\n${errors.join("\n")}`);
    };
  } catch (error) {
    browser.dispose();
    throw error;
  }
}

/** Where the program and the browser of this run are. */
export function place(): Place {
  return JSON.parse(process.env.LATTICE_E2E ?? "{}") as Place;
}
