import { statfsSync } from "node:fs";
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type LaunchOptions,
} from "@playwright/test";
import { readTestEnvironment } from "./global-setup.ts";
import { createMember, type TestMember } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { type StartedSite, startSite } from "./site.ts";

export { expect };

interface Fixtures {
  /** Allows a message that a test causes on purpose. For example, browsers log refused requests as errors. */
  allowProblem(pattern: RegExp): void;
  /**
   * Fails the test on any console error or warning (including CSP violations), page error, failed request, server error
   * or dialog that wasn't allowed.
   */
  problems: Problems;
  /** Opens another browser context for this test, monitored like the first one. */
  openContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A new member with a session in this test's browser. */
  member: TestMember;
  /** Reads pages as HTML and sends their forms in this test's browser context, without running scripts. */
  plain: PlainPage;
}

// Worker fixtures are defined only here: tests with different worker fixtures get separate workers, each starting a browser.
interface WorkerFixtures {
  launchOptions: LaunchOptions;
  /** A community that requires email confirmation (e2e/accounts.ts), started on first use. */
  sharedSite: StartedSite;
}

/** In the tests' browser, subdomains of this domain resolve to this machine. */
export const LOCAL_DOMAIN = "shared.test";

/**
 * A test that fails only with one of these variables has a race: `LATTICE_SLOW_CPU=4` slows pages down by a factor of
 * four, and `LATTICE_SLOW_REQUESTS=1500` delays a page's requests for data or changes by up to 1,500 ms each.
 */
const SLOWDOWN = Number(process.env.LATTICE_SLOW_CPU ?? 1);
const MAX_DELAY_MS = Number(process.env.LATTICE_SLOW_REQUESTS ?? 0);

async function slowDown(context: BrowserContext): Promise<void> {
  if (MAX_DELAY_MS > 0) {
    await context.route(/\.data(\?|$)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_DELAY_MS));
      // The page may have canceled the request by now.
      await route.fallback().catch(() => {});
    });
  }
  if (SLOWDOWN <= 1) return;
  context.on("page", (page) => {
    context
      .newCDPSession(page)
      .then((session) => session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN }))
      // The page is already closed.
      .catch(() => {});
  });
}

class Problems {
  readonly allowedPatterns: RegExp[] = [];
  readonly messages: string[] = [];

  watch(context: BrowserContext): void {
    const record = (text: string) => {
      this.messages.push(text);
    };
    // The live stream (web/live) ends when the network or the program goes down, and reconnects by itself.
    const isStream = (url: string) => URL.canParse(url) && new URL(url).pathname === "/live";
    context.on("console", (message) => {
      if (isStream(message.location().url)) return;
      if (message.type() === "error" || message.type() === "warning")
        record(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (problem) => {
      const error = problem.error();
      // The router was still reading a response that a newer navigation made obsolete.
      if (error.message.includes("BodyStreamBuffer was aborted")) return;
      record(`page error: ${error.stack ?? error}`);
    });
    context.on("requestfailed", (request) => {
      // Requests aborted by a navigation aren't failures.
      const reason = request.failure()?.errorText ?? "";
      if (reason !== "net::ERR_ABORTED" && !isStream(request.url()))
        record(`request failed: ${request.url()} ${reason}`);
    });
    context.on("response", (response) => {
      if (response.status() >= 500) record(`response ${response.status()}: ${response.url()}`);
    });
    context.on("dialog", (dialog) => {
      record(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  listUnexpected(): string[] {
    const messages = [...new Set(this.messages)];
    return messages.filter((text) => !this.allowedPatterns.some((pattern) => pattern.test(text)));
  }
}

/**
 * Whether browsers can use shared memory as usual. Because /dev/shm may be too small in a container, Playwright makes
 * them use files by default, which is slower.
 */
function hasEnoughSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize > 2 ** 30;
  } catch {
    return false;
  }
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  launchOptions: [
    async ({}, use) => {
      const { executablePath, args, env } = readTestEnvironment();
      const hostRules = `--host-resolver-rules=MAP *.${LOCAL_DOMAIN} 127.0.0.1`;
      await use({
        executablePath,
        args: [...args, hostRules],
        env: { ...env },
        ...(hasEnoughSharedMemory() ? { ignoreDefaultArgs: ["--disable-dev-shm-usage"] } : {}),
      });
    },
    { scope: "worker" },
  ],
  sharedSite: [
    async ({}, use) => {
      const startedSite = await startSite();
      await use(startedSite);
      await startedSite.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({}, use) => use(readTestEnvironment().url),
  problems: [
    async ({}, use) => {
      const problems = new Problems();
      await use(problems);
      expect(problems.listUnexpected(), "problems reported by the browser").toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, problems }, use) => {
    problems.watch(context);
    await slowDown(context);
    await use(context);
  },
  allowProblem: async ({ problems }, use) =>
    use((pattern) => {
      problems.allowedPatterns.push(pattern);
    }),
  openContext: async ({ browser, baseURL, problems }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({
        ...(baseURL ? { baseURL } : {}),
        locale: "en-GB",
        timezoneId: "UTC",
        ...options,
      });
      problems.watch(context);
      await slowDown(context);
      contexts.push(context);
      return context;
    });
    for (const context of contexts) await context.close();
  },
  member: async ({ context }, use) => use(await createMember(context)),
  plain: async ({ context }, use) => use(new PlainPage(context)),
});
