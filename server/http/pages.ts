import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import type { App } from "#server/app.ts";
import { findExpectedError } from "#server/database/index.ts";
import type { Log } from "#server/platform/log.ts";
import { expireAt } from "#server/platform/request-scope.ts";
import { createHtmlResponse } from "./html-response.ts";

export interface Client {
  readonly address: string;
  readonly userAgent: string;
  /** The Host header. */
  readonly host: string | undefined;
  /** Whether the user came from another site's page, according to the browser. */
  readonly isFromOtherSite: boolean;
}

/** What a page receives in addition to the request. */
export interface PageRequest {
  readonly requestId: string;
  readonly nonce: string;
  /** The site's origin as seen by the browser. */
  readonly origin: string;
  /** Identifies the client. Calling this makes the response private. */
  readonly client: () => Client;
  /** Declares the response to be the same for every visitor, so that it may be shared. */
  readonly markShared: () => void;
  /** Makes the response private, overriding an earlier declaration. */
  readonly markPrivate: () => void;
  /** The form sent to an action; null for a read. */
  readonly form: FormData | null;
}

export type PageHandler = (request: Request, page: PageRequest) => Promise<Response>;

export interface PageEdge extends PageRequest {
  /** The expected error behind an exception, or undefined for a bug. */
  readonly findExpectedError: typeof findExpectedError;
  /** Sets the time at which something on the page expires even if nothing changes. */
  readonly expireAt: typeof expireAt;
  /** Responds with a rendered page. The body is added later, because React Router would turn it into a stream. */
  readonly respondWith: (html: string, init: ResponseInit) => Response;
  readonly report: (error: unknown) => void;
}

/** The exports that we added to web/entry.server.tsx. */
interface PagesEntry {
  createPageContext(app: App, edge: PageEdge): RouterContextProvider;
  createPageHandler(
    build: ServerBuild,
  ): (request: Request, context: RouterContextProvider) => Promise<Response | null>;
}

interface Handlers {
  readonly build: ServerBuild;
  /** Resolves to null if no page has the URL. */
  readonly handlePage: ReturnType<PagesEntry["createPageHandler"]>;
  readonly handleOther: ReturnType<typeof createRequestHandler>;
}

/** Runs React Router behind the edge. In development, `loadBuild` returns a new build after each change. */
export function createPages(
  app: App,
  log: Log,
  mode: "production" | "development",
  loadBuild: () => Promise<ServerBuild>,
): PageHandler {
  let cachedHandlers: Handlers | undefined;
  return async (request, page) => {
    const build = await loadBuild();
    const { createPageContext, createPageHandler } = build.entry.module as unknown as PagesEntry;
    // Creating the handlers ranks all routes, so this is done once per build rather than per request.
    if (cachedHandlers?.build !== build)
      cachedHandlers = {
        build,
        handlePage: createPageHandler(build),
        handleOther: createRequestHandler(build, mode),
      };
    const htmlByResponse = new WeakMap<Response, string>();
    const context = createPageContext(app, {
      ...page,
      findExpectedError,
      expireAt,
      respondWith(html, init) {
        const response = new Response(null, init);
        htmlByResponse.set(response, html);
        return response;
      },
      report: (error) => {
        page.markPrivate();
        // For example an outage of the database, which a page without optional data survives.
        if (findExpectedError(error)) return;
        log.error({ requestId: page.requestId, err: error }, "unexpected error in a page");
      },
    });
    const requestWithOrigin = withOrigin(request, page.origin);
    const { handlePage, handleOther } = cachedHandlers;
    const response =
      (await handlePage(requestWithOrigin, context)) ?? (await handleOther(requestWithOrigin, context));
    const html = htmlByResponse.get(response);
    return html === undefined
      ? response
      : createHtmlResponse(html, { status: response.status, headers: response.headers });
  };
}

/**
 * Replaces the origin of a request's URL. React Router compares full origins, and behind a proxy that terminates TLS,
 * the URL says http where the browser used https.
 */
function withOrigin(request: Request, origin: string): Request {
  const url = new URL(request.url);
  if (url.origin === origin) return request;
  return new Request(`${origin}${url.pathname}${url.search}`, request);
}
