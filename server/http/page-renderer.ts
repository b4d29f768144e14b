import type { Context, Handler } from "hono";
import type { Config } from "#server/config.ts";
import type { PageVisit } from "#server/platform/page-visit.ts";
import type { HttpEnvironment } from "./context.ts";
import { createHtmlResponse, getHtml } from "./html-response.ts";
import { replaceNonceWithHashes } from "./page-cache/script-hashes.ts";
import type { VisitorRequest } from "./page-cache/visitor-request.ts";
import type { PageHandler, PageRequest } from "./pages.ts";
import { parseForm } from "./parse-form.ts";
import { type RecordVisit, toVisit } from "./record-visit.ts";
import { assertOwnOrigin, getRequestOrigin } from "./request-origin.ts";
import { buildContentPolicy, type PolicyOptions } from "./security-headers.ts";

interface PageRendererDeps {
  readonly config: Config;
  readonly pages: PageHandler;
  readonly policy: PolicyOptions;
  readonly recordVisit: RecordVisit;
}

export function createPageRenderer({
  config,
  pages,
  policy,
  recordVisit,
}: PageRendererDeps): Handler<HttpEnvironment> {
  return async (c) => {
    assertOwnOrigin(c, config);
    const form = await parseForm(c.req.raw);
    const visit = toVisit(c, config.trustProxy);
    const visitorRequest = c.get("visitorRequest");
    const request = visitorRequest
      ? toSharedRequest(visitorRequest, config.publicUrl)
      : form === null
        ? c.req.raw
        : removeBody(c.req.raw);
    const origin = visitorRequest ? new URL(config.publicUrl).origin : getRequestOrigin(c.req, config);
    const renderedResponse = await pages(request, createPageRequest(c, origin, visit, form));
    const isShared =
      c.get("isShared") === true &&
      renderedResponse.status === 200 &&
      renderedResponse.headers.getSetCookie().length === 0;
    c.set("isShared", isShared);
    const response = isShared
      ? await replaceNonce(renderedResponse, c.get("nonce"), policy)
      : renderedResponse;
    // Shared caches ignore cookies and referrers, so they may only store responses that depend on neither.
    const isForCdn = isShared && visitorRequest?.cookie === null && visitorRequest.listPath === null;
    if (isForCdn && config.cdnMaxAge > 0)
      response.headers.set("Cache-Control", toSharedCacheControl(config.cdnMaxAge));
    recordVisit(visit, response.status);
    // Pages and their data depend on the viewer, so caches must not share them.
    if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-cache");
    if (!/\bcookie\b/i.test(response.headers.get("Vary") ?? "")) response.headers.append("Vary", "Cookie");
    return response;
  };
}

/** Browsers always revalidate the page. Shared caches serve it for this long, and as long again while revalidating. */
const toSharedCacheControl = (seconds: number) =>
  `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}`;

/** Builds the only request that shared responses are rendered from, so that nothing else about a visitor can leak. */
function toSharedRequest({ url, cookie, listPath }: VisitorRequest, publicUrl: string): Request {
  const { origin } = new URL(publicUrl);
  const headers = new Headers();
  if (cookie !== null) headers.set("Cookie", cookie);
  if (listPath !== null) headers.set("Referer", origin + listPath);
  return new Request(origin + url, { headers });
}

/** Removes the body, which has already been parsed into a form. */
function removeBody({ url, method, headers, signal }: Request): Request {
  return new Request(url, { method, headers, signal });
}

function createPageRequest(
  c: Context<HttpEnvironment>,
  origin: string,
  { address, userAgent }: PageVisit,
  form: FormData | null,
): PageRequest {
  let isPrivate = c.get("visitorRequest") === undefined;
  const markPrivate = () => {
    isPrivate = true;
    c.set("isShared", false);
  };
  return {
    requestId: c.get("requestId"),
    nonce: c.get("nonce"),
    origin,
    form,
    client() {
      markPrivate();
      const site = c.req.header("Sec-Fetch-Site") ?? "none";
      const host = c.req.header("Host");
      return { address, userAgent, host, isFromOtherSite: site !== "same-origin" && site !== "none" };
    },
    markShared: () => c.set("isShared", !isPrivate),
    markPrivate,
  };
}

async function replaceNonce(response: Response, nonce: string, policy: PolicyOptions): Promise<Response> {
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) return response;
  const { html, hashes } = replaceNonceWithHashes(getHtml(response) ?? (await response.text()), nonce);
  const headers = new Headers(response.headers);
  headers.set("Content-Security-Policy", buildContentPolicy(hashes, policy));
  return createHtmlResponse(html, { status: response.status, headers });
}
