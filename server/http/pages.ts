import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import type { App } from "#server/app.ts";
import { expectedError } from "#server/database/index.ts";
import type { Log } from "#server/platform/log.ts";
import type { PageHandler } from "./mount-table.ts";

/** What a page may know of the request beside its address. */
export interface PageEdge {
  readonly requestId: string;
  readonly nonce: string;
  /** The origin under which the browser sees this site. */
  readonly origin: string;
  readonly clientAddress: string;
  readonly userAgent: string;
  /** What was sent to an action; null for a read. */
  readonly form: FormData | null;
  /** The refusal behind an error, or undefined for a bug. */
  readonly expectedError: typeof expectedError;
  /** Writes a bug down with this request's id. */
  readonly report: (error: unknown) => void;
}

/** What web/entry.server.tsx exports beside React Router's own. */
interface PagesEntry {
  createPageContext(app: App, edge: PageEdge): RouterContextProvider;
}

/** React Router behind the edge. `loadBuild` is asked per request in development, where the build changes. */
export function createPages(
  app: App,
  log: Log,
  mode: "production" | "development",
  loadBuild: () => Promise<ServerBuild>,
): PageHandler {
  let known: { build: ServerBuild; handle: ReturnType<typeof createRequestHandler> } | undefined;
  return async (request, edge) => {
    const build = await loadBuild();
    // The handler ranks the whole table of routes: made once for each build, not for each request.
    if (known?.build !== build) known = { build, handle: createRequestHandler(build, mode) };
    const { createPageContext } = build.entry.module as unknown as PagesEntry;
    const context = createPageContext(app, {
      ...edge,
      userAgent: request.headers.get("User-Agent") ?? "",
      expectedError,
      report: (error) => log.error({ requestId: edge.requestId, err: error }, "unexpected error in a page"),
    });
    return known.handle(withOrigin(request, edge.origin), context);
  };
}

/** Behind a proxy that ends TLS the socket's address is not the site's; React Router compares whole origins. */
function withOrigin(request: Request, origin: string): Request {
  const url = new URL(request.url);
  if (url.origin === origin) return request;
  return new Request(`${origin}${url.pathname}${url.search}`, request);
}
