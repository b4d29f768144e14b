import { renderToString } from "react-dom/server";
import { type EntryContext, isRouteErrorResponse, RouterContextProvider, ServerRouter } from "react-router";
import type { App } from "#server/app.ts";
import type { PageEdge } from "#server/http/pages.ts";
import { appContext, edgeContext } from "./server-context.ts";
import { HandoffContext } from "./shell/handoff.tsx";
import { HoldsUntilContext } from "./shell/holds-until.ts";
import { NonceContext } from "./shell/nonce.ts";

/** What React writes where a part suspends, for the browser to render. */
const NOT_READY = "<!--$!-->";

/** Asked by the edge for each request: it cannot import the contexts themselves, which live in this build. */
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
  const { nonce, report, holdsUntil } = context.get(edgeContext);
  headers.set("Content-Type", "text/html; charset=utf-8");
  // What a page shows depends on who asks. "no-cache", not "no-store": going back keeps the page as it was left.
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  headers.append("Vary", "Cookie");

  const { serverHandoffStream, ...page } = routerContext;
  const handoff = await new Response(serverHandoffStream ?? null).text();
  // Loaders have answered, and what a page shows at first is loaded (ui/lazy-part.tsx): it waits for nothing.
  const html = renderToString(
    <NonceContext value={nonce}>
      <HoldsUntilContext value={holdsUntil}>
        <HandoffContext value={handoff}>
          <ServerRouter context={page} url={request.url} />
        </HandoffContext>
      </HoldsUntilContext>
    </NonceContext>,
  );
  if (html.includes(NOT_READY)) report(new Error("a part of the page was not ready when it was rendered"));
  return new Response(`<!DOCTYPE html>${html}`, { headers, status });
}

/** Bugs of loaders, actions and renders; refusals were answered where they happened. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: unknown },
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  (context as RouterContextProvider).get(edgeContext).report(error);
}
