import { type Browser, chromium } from "@playwright/test";
import { findBrowser } from "../scripts/find-browser.ts";
import type { Bench } from "./bench.ts";

/** Starts the tests' Chromium with an empty profile. With `port`, it listens for debuggers on that loopback port. */
export async function launchBrowser(bench: Bench, port?: number): Promise<Browser> {
  const installedBrowser = await findBrowser(process.env);
  const browser = await chromium
    .launch({
      executablePath: installedBrowser.executablePath,
      args: [...installedBrowser.args, ...(port === undefined ? [] : [`--remote-debugging-port=${port}`])],
      env: installedBrowser.env,
    })
    .catch((error: unknown) => {
      installedBrowser.dispose();
      throw error;
    });
  bench.addCleanup(async () => {
    await browser.close();
    installedBrowser.dispose();
  });
  return browser;
}
