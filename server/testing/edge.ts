import { type App, buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { createHttp } from "#server/http/create-http.ts";
import type { PageHandler } from "#server/http/pages.ts";
import { type Clock, systemClock } from "#server/platform/clock.ts";
import { createLog } from "#server/platform/log.ts";
import type { TestDatabase } from "./database.ts";
import { createQuickPasswords } from "./quick-passwords.ts";

interface EdgeOptions {
  readonly database: TestDatabase;
  readonly environment?: Record<string, string>;
  readonly clock?: Clock;
  /** Handles page requests; a fixed page by default. */
  readonly pages?: PageHandler;
  readonly isStopping?: boolean;
  readonly hasDemo?: boolean;
  readonly deadlineMs?: number;
}

/** Creates the app and its HTTP handler on a test database, without the built pages. */
export async function createEdge({
  database,
  environment = {},
  clock = systemClock,
  pages = async () => new Response("<p>page</p>", { headers: { "Content-Type": "text/html" } }),
  isStopping = false,
  hasDemo = false,
  deadlineMs,
}: EdgeOptions): Promise<ReturnType<typeof createHttp> & { app: App }> {
  const log = createLog("silent");
  const config = readConfig({ PUBLIC_URL: "http://site.test", ...environment });
  const app = await buildApp({ config, database, log, clock, hasDemo, passwords: createQuickPasswords() });
  const edge = createHttp({
    app,
    config,
    database,
    log,
    clock,
    pages,
    clientFolder: null,
    isStopping: () => isStopping,
    ...(deadlineMs ? { deadlineMs } : {}),
  });
  return { app, ...edge };
}
