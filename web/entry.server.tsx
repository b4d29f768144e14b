import { renderToString } from "react-dom/server";
import { isRouteErrorResponse, RouterContextProvider, type ServerBuild } from "react-router";
import type { App } from "#server/app.ts";
import type { PageEdge } from "#server/http/pages.ts";
import { PageExpiryContext } from "./lists/relative-time.tsx";
import {
  createDocumentHandler,
  type DocumentHandler,
  type PageDocument,
} from "./router/document-handler.tsx";
import { appContext, edgeContext } from "./server-context.ts";
import { HandoffContext } from "./shell/handoff.tsx";
import { NonceContext } from "./shell/page-scripts.tsx";

/** React's placeholder for a suspended part of the page, which the browser would have to render. */
const NOT_READY = "<!--$!-->";

/** Called by the HTTP server, because the contexts live in this build and can't be imported there. */
export function createPageContext(app: App, edge: PageEdge): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(appContext, app);
  context.set(edgeContext, edge);
  return context;
}

/** Called by the HTTP server once per build. */
export const createPageHandler = (build: ServerBuild): DocumentHandler =>
  createDocumentHandler(build, {
    render: renderDocument,
    report: (error, request, context) => handleError(error, { request, context }),
  });

function renderDocument(
  { page, data, status, headers }: PageDocument,
  request: Request,
  context: RouterContextProvider,
): Response {
  const { nonce, report, respondWith, expireAt } = context.get(edgeContext);
  headers.set("Content-Type", "text/html; charset=utf-8");
  // Pages depend on the viewer. "no-cache" instead of "no-store" allows the back/forward cache.
  headers.set("Cache-Control", "private, no-cache");
  headers.append("Vary", "Cookie");

  // Loaders have finished, and all lazy components have been loaded (router/lazy-component.tsx), so nothing suspends.
  const markup = renderToString(
    <NonceContext value={nonce}>
      <PageExpiryContext value={expireAt}>
        <HandoffContext value={data}>{page}</HandoffContext>
      </PageExpiryContext>
    </NonceContext>,
  );
  const html = `<!DOCTYPE html>${markup}`;
  if (html.includes(NOT_READY)) report(new Error("a part of the page suspended during rendering"));
  return request.method === "HEAD"
    ? new Response(null, { headers, status })
    : respondWith(html, { headers, status });
}

/** React Router requires this export for its own document handler, which we don't use. */
export default function handleRequest(): never {
  throw new Error("createPageHandler responds to requests for pages");
}

/** Reports unexpected errors from loaders, actions and rendering. Refusals are handled where they occur. */
export function handleError(error: unknown, { request, context }: { request: Request; context: unknown }) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  (context as RouterContextProvider).get(edgeContext).report(error);
}
