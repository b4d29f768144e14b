import { type Browser, chromium } from "@playwright/test";
import { findBrowser } from "../scripts/find-browser.ts";
import type { Bench } from "./bench.ts";

/** Starts the Chromium used by the tests with an empty profile. `port` opens its debugging port on loopback. */
export async function launchBrowser(bench: Bench, port?: number): Promise<Browser> {
  const installed = await findBrowser(process.env);
  const browser = await chromium
    .launch({
      executablePath: installed.executablePath,
      args: [...installed.args, ...(port === undefined ? [] : [`--remote-debugging-port=${port}`])],
      env: installed.env,
    })
    .catch((error: unknown) => {
      installed.dispose();
      throw error;
    });
  bench.addCleanup(async () => {
    await browser.close();
    installed.dispose();
  });
  return browser;
}
