import { type Browser, chromium } from "@playwright/test";
import { findBrowser } from "../scripts/find-browser.ts";
import type { Bench } from "./bench.ts";

/** Starts the Chromium used by the tests with an empty profile. `port` opens its debugging port on loopback. */
export async function launchBrowser(bench: Bench, port?: number): Promise<Browser> {
  const found = await findBrowser(process.env);
  const browser = await chromium
    .launch({
      executablePath: found.executablePath,
      args: [...found.args, ...(port === undefined ? [] : [`--remote-debugging-port=${port}`])],
      env: found.env,
    })
    .catch((error: unknown) => {
      found.dispose();
      throw error;
    });
  bench.addCleanup(async () => {
    await browser.close();
    found.dispose();
  });
  return browser;
}
