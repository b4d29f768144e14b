import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, isRouteErrorResponse, RouterContextProvider, ServerRouter } from "react-router";
import type { App } from "#server/app.ts";
import type { PageEdge } from "#server/http/pages.ts";
import { appContext, edgeContext } from "./server-context.ts";
import { HandoffContext } from "./shell/handoff.tsx";
import { HoldsUntilContext } from "./shell/holds-until.ts";
import { NonceContext } from "./shell/nonce.ts";

const RENDER_LIMIT_MS = 10_000;

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
  return new Promise((resolve, reject) => {
    let answerStatus = status;
    let shellRendered = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <HoldsUntilContext value={holdsUntil}>
          <HandoffContext value={handoff}>
            <ServerRouter context={page} url={request.url} nonce={nonce} />
          </HandoffContext>
        </HoldsUntilContext>
      </NonceContext>,
      {
        nonce,
        // What is ready stands in its place: a page without script could not move it there.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onShellReady() {
          shellRendered = true;
        },
        // Loaders have answered before this begins, so a page waits for nothing, and is compressed as a whole.
        onAllReady() {
          const parts: Uint8Array[] = [];
          const body = new Writable({
            write(part: Uint8Array, _encoding, done) {
              parts.push(part);
              done();
            },
            final(done) {
              resolve(new Response(Buffer.concat(parts), { headers, status: answerStatus }));
              done();
            },
          });
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          answerStatus = 500;
          if (shellRendered) report(error);
        },
      },
    );
    setTimeout(abort, RENDER_LIMIT_MS).unref();
  });
}

/** Bugs of loaders, actions and renders; refusals were answered where they happened. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: unknown },
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  (context as RouterContextProvider).get(edgeContext).report(error);
}
