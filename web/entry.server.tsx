import { renderToString } from "react-dom/server";
import { type EntryContext, isRouteErrorResponse, RouterContextProvider, ServerRouter } from "react-router";
import type { App } from "#server/app.ts";
import type { PageEdge } from "#server/http/pages.ts";
import { PageExpiryContext } from "./page/page-expiry.ts";
import { pickMatchedRoutes } from "./router/pick-matched-routes.ts";
import { appContext, edgeContext } from "./server-context.ts";
import { HandoffContext } from "./shell/handoff.tsx";
import { NonceContext } from "./shell/nonce.ts";

/** React's placeholder for a suspended part, to be rendered in the browser. */
const NOT_READY = "<!--$!-->";

/**
 * Called by the HTTP server for every request, because the contexts live in this build and can't be imported
 * there.
 */
export function createPageContext(app: App, edge: PageEdge): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(appContext, app);
  context.set(edgeContext, edge);
  return context;
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, report, respondWith, expireAt } = context.get(edgeContext);
  headers.set("Content-Type", "text/html; charset=utf-8");
  // Pages depend on the viewer. "no-cache" instead of "no-store" allows the back/forward cache.
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  headers.append("Vary", "Cookie");

  const { serverHandoffStream, ...page } = routerContext;
  const handoff = await new Response(serverHandoffStream ?? null).text();
  // Loaders have finished, and lazy components of a first render are loaded (ui/lazy-component.tsx), so nothing suspends.
  const markup = renderToString(
    <NonceContext value={nonce}>
      <PageExpiryContext value={expireAt}>
        <HandoffContext value={handoff}>
          <ServerRouter context={{ ...page, manifest: pickMatchedRoutes(page) }} url={request.url} />
        </HandoffContext>
      </PageExpiryContext>
    </NonceContext>,
  );
  const html = `<!DOCTYPE html>${markup}`;
  if (html.includes(NOT_READY)) report(new Error("a part of the page suspended during rendering"));
  return respondWith(html, { headers, status });
}

/** Reports unexpected errors of loaders, actions and rendering. Refusals are handled where they occur. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: unknown },
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  (context as RouterContextProvider).get(edgeContext).report(error);
}
