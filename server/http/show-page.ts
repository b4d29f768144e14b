import type { Context, Handler } from "hono";
import type { Config } from "#server/config.ts";
import type { PageVisit } from "#server/platform/page-visit.ts";
import type { HttpEnvironment } from "./context.ts";
import { type NoteVisit, visitOf } from "./note-visit.ts";
import { withScriptHashes } from "./page-cache/script-hashes.ts";
import type { VisitorRequest } from "./page-cache/visitor-request.ts";
import type { PageHandler, PageRequest } from "./pages.ts";
import { parseForm } from "./parse-form.ts";
import { assertOwnOrigin, requestOrigin } from "./request-origin.ts";
import { contentPolicy, type PolicyOptions } from "./security-headers.ts";

interface PageShowerParts {
  readonly config: Config;
  readonly pages: PageHandler;
  readonly policy: PolicyOptions;
  readonly noteVisit: NoteVisit;
}

/** Makes what answers everything that is a page. */
export function createPageShower({
  config,
  pages,
  policy,
  noteVisit,
}: PageShowerParts): Handler<HttpEnvironment> {
  return async (c) => {
    assertOwnOrigin(c, config);
    const form = await parseForm(c.req.raw);
    const visit = visitOf(c, config.trustProxy);
    const visitor = c.get("visitorRequest");
    const request = visitor
      ? requestOf(visitor, config.publicUrl)
      : form === null
        ? c.req.raw
        : withoutBody(c.req.raw);
    const origin = visitor ? new URL(config.publicUrl).origin : requestOrigin(c.req, config);
    const made = await pages(request, pageRequest(c, origin, visit, form));
    const isShared =
      c.get("isShared") === true && made.status === 200 && made.headers.getSetCookie().length === 0;
    c.set("isShared", isShared);
    const answer = isShared ? await withoutNonce(made, c.get("nonce"), policy) : made;
    // Shared caches tell no cookies apart: they are given what a visitor without any is shown.
    const isForCdn = isShared && visitor?.cookie === null && visitor.listPath === null;
    if (isForCdn && config.cdnMaxAge > 0) answer.headers.set("Cache-Control", sharedFor(config.cdnMaxAge));
    noteVisit(visit, answer.status);
    // Pages and their data show who asks: nothing between here and the browser may give them to another.
    if (!answer.headers.has("Cache-Control")) answer.headers.set("Cache-Control", "private, no-cache");
    if (!/\bcookie\b/i.test(answer.headers.get("Vary") ?? "")) answer.headers.append("Vary", "Cookie");
    return answer;
  };
}

/** Browsers ask each time; what stands between may answer for so many seconds, and for as many more while it asks. */
const sharedFor = (seconds: number) =>
  `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}`;

/** What is the same for all visitors is made from this: nothing else that one of them sent can be in it. */
function requestOf({ url, cookie, listPath }: VisitorRequest, publicUrl: string): Request {
  const { origin } = new URL(publicUrl);
  const headers = new Headers();
  if (cookie !== null) headers.set("Cookie", cookie);
  if (listPath !== null) headers.set("Referer", origin + listPath);
  return new Request(origin + url, { headers });
}

/** Its body has been read: what stands behind gets the form itself. */
function withoutBody({ url, method, headers, signal }: Request): Request {
  return new Request(url, { method, headers, signal });
}

function pageRequest(
  c: Context<HttpEnvironment>,
  origin: string,
  { address, userAgent }: PageVisit,
  form: FormData | null,
): PageRequest {
  let isForOne = c.get("visitorRequest") === undefined;
  const forNobodyElse = () => {
    isForOne = true;
    c.set("isShared", false);
  };
  return {
    requestId: c.get("requestId"),
    nonce: c.get("nonce"),
    origin,
    form,
    client() {
      forNobodyElse();
      return { address, userAgent };
    },
    sameForVisitors: () => c.set("isShared", !isForOne),
    forNobodyElse,
  };
}

async function withoutNonce(answer: Response, nonce: string, policy: PolicyOptions): Promise<Response> {
  if (!answer.headers.get("Content-Type")?.startsWith("text/html")) return answer;
  const { html, hashes } = withScriptHashes(await answer.text(), nonce);
  const headers = new Headers(answer.headers);
  headers.set("Content-Security-Policy", contentPolicy(hashes, policy));
  return new Response(html, { status: answer.status, headers });
}
