import { statfsSync } from "node:fs";
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type LaunchOptions,
} from "@playwright/test";
import { place } from "./global-setup.ts";
import { makeMember, type TestMember } from "./members.ts";
import { type StartedSite, startSite } from "./site.ts";

export { expect };

interface Fixtures {
  /** Lets a message through that a test provokes on purpose (a refused request is an error to the browser's console). */
  allowProblem(pattern: RegExp): void;
  /** Fails the test on any console error or warning, page error, failed request or breach of the policy. */
  problems: Problems;
  /** Another browser of this test, watched like the first. */
  openContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A new member, signed in in this test's browser. */
  member: TestMember;
}

// Here and nowhere else: tests with other fixtures of this scope get other workers, each with a browser to start.
interface WorkerFixtures {
  launchOptions: LaunchOptions;
  /** A community whose accounts have to be confirmed by email (e2e/accounts.ts), from its first use on. */
  sharedSite: StartedSite;
}

/** Names below this one lead to this machine in the tests' browser. */
export const LOCAL_DOMAIN = "shared.test";

/** `LATTICE_SLOW_CPU=4` runs the pages on a processor of a quarter of the speed: what then fails has a race. */
const SLOWDOWN = Number(process.env.LATTICE_SLOW_CPU ?? 1);

function slowDown(context: BrowserContext): void {
  if (SLOWDOWN <= 1) return;
  context.on("page", (page) => {
    context
      .newCDPSession(page)
      .then((session) => session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN }))
      // The page has been closed by then.
      .catch(() => {});
  });
}

class Problems {
  readonly allowed: RegExp[] = [];
  readonly seen: string[] = [];

  watch(context: BrowserContext): void {
    const note = (text: string) => {
      this.seen.push(text);
    };
    // The stream of what happens (web/live) ends with the network or the program, and comes again by itself.
    const isStream = (url: string) => URL.canParse(url) && new URL(url).pathname === "/live";
    context.on("console", (message) => {
      if (isStream(message.location().url)) return;
      if (message.type() === "error" || message.type() === "warning")
        note(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (problem) => {
      const error = problem.error();
      // What the router was still reading of an answer that a newer navigation overtook: nobody waits for it.
      if (error.message.includes("BodyStreamBuffer was aborted")) return;
      note(`page error: ${error.stack ?? error}`);
    });
    context.on("requestfailed", (request) => {
      // A request that a navigation made superfluous was not refused.
      const why = request.failure()?.errorText ?? "";
      if (why !== "net::ERR_ABORTED" && !isStream(request.url()))
        note(`request failed: ${request.url()} ${why}`);
    });
    context.on("response", (response) => {
      if (response.status() >= 500) note(`answer ${response.status()}: ${response.url()}`);
    });
    context.on("dialog", (dialog) => {
      note(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  unexpected(): string[] {
    const seen = [...new Set(this.seen)];
    return seen.filter((text) => !this.allowed.some((pattern) => pattern.test(text)));
  }
}

/**
 * Whether browsers can share memory among their processes as they do by themselves: Playwright has them take files in
 * place of it, which is slower, because it may be too small in a container.
 */
function hasRoomyMemory(): boolean {
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
      const { executablePath, args, env } = place();
      const names = `--host-resolver-rules=MAP *.${LOCAL_DOMAIN} 127.0.0.1`;
      await use({
        executablePath,
        args: [...args, names],
        env: { ...env },
        ...(hasRoomyMemory() ? { ignoreDefaultArgs: ["--disable-dev-shm-usage"] } : {}),
      });
    },
    { scope: "worker" },
  ],
  sharedSite: [
    async ({}, use) => {
      const started = await startSite();
      await use(started);
      await started.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({}, use) => use(place().url),
  problems: [
    async ({}, use) => {
      const problems = new Problems();
      await use(problems);
      expect(problems.unexpected(), "what the browser complained of").toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, problems }, use) => {
    problems.watch(context);
    slowDown(context);
    await use(context);
  },
  allowProblem: async ({ problems }, use) =>
    use((pattern) => {
      problems.allowed.push(pattern);
    }),
  openContext: async ({ browser, baseURL, problems }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({
        ...(baseURL ? { baseURL } : {}),
        locale: "en-GB",
        timezoneId: "UTC",
        ...options,
      });
      problems.watch(context);
      slowDown(context);
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
  member: async ({ context }, use) => use(await makeMember(context)),
});
