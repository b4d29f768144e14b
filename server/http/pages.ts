import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import type { App } from "#server/app.ts";
import { expectedError } from "#server/database/index.ts";
import type { Log } from "#server/platform/log.ts";
import { holdsUntil } from "#server/platform/request-scope.ts";

export interface Client {
  readonly address: string;
  readonly userAgent: string;
}

/** What a page may know of the request beside its address. */
export interface PageRequest {
  readonly requestId: string;
  readonly nonce: string;
  /** The origin under which the browser sees this site. */
  readonly origin: string;
  /** Who asks. An answer that was made with this is given to nobody else. */
  readonly client: () => Client;
  /** Says that the answer is the same for every visitor, and may be given to all of them. */
  readonly sameForVisitors: () => void;
  /** Says that it is not, whatever was said before. */
  readonly forNobodyElse: () => void;
  /** What was sent to an action; null for a read. */
  readonly form: FormData | null;
}

/** Answers what is not a protocol: React Router's pages. */
export type PageHandler = (request: Request, edge: PageRequest) => Promise<Response>;

export interface PageEdge extends PageRequest {
  /** The refusal behind an error, or undefined for a bug. */
  readonly expectedError: typeof expectedError;
  /** Takes the time at which something on the page will be another, whatever is written meanwhile. */
  readonly holdsUntil: typeof holdsUntil;
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
      expectedError,
      holdsUntil,
      report: (error) => {
        edge.forNobodyElse();
        log.error({ requestId: edge.requestId, err: error }, "unexpected error in a page");
      },
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
