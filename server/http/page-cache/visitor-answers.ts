import { createHash } from "node:crypto";
import type { Context, Next } from "hono";
import { currentRequestScope } from "#server/platform/request-scope.ts";
import type { HttpEnvironment } from "../context.ts";
import type { Mount } from "../mounts.ts";
import type { AnswerStore, StoredAnswer } from "./answer-store.ts";
import { asVisitorRequest, type VisitorRequest } from "./visitor-request.ts";

/** Answers visitors of a mount from the store, and stores what is the same for all of them. */
export function visitorAnswers(
  store: AnswerStore,
  headers: Readonly<Record<string, string>>,
  noteRead: (c: Context) => void,
) {
  return async (
    c: Context<HttpEnvironment>,
    next: Next,
    { name, shared }: Pick<Mount, "name" | "shared">,
  ): Promise<Response | undefined> => {
    const asked = readRequest(c);
    if (asked === null) return void (await next());
    const found = store.find(asked.key) ?? (await store.findMaking(asked.key)?.shared);
    if (found) {
      if (shared === "pages") noteRead(c);
      return send(c, found);
    }
    if (c.req.method === "HEAD") return void (await next());
    const making = store.make(asked.key);
    c.set("visitorRequest", asked);
    let stored: StoredAnswer | null = null;
    try {
      await next();
      if (shared === "all" || c.get("isShared") === true) stored = await toStored(c.res, name, headers);
    } finally {
      // Those who wait for a refusal, or a page that is for one visitor alone, ask for themselves.
      const sources = currentRequestScope()?.sources ?? { read: new Set(), validUntil: 0 };
      making.finish(stored, sources);
    }
    if (!stored) return undefined;
    c.res = undefined;
    c.res = send(c, stored);
    return undefined;
  };
}

function readRequest(c: Context<HttpEnvironment>): VisitorRequest | null {
  const url = new URL(c.req.url);
  // Behind hostCookies, where the site's own cookies have plain names.
  return asVisitorRequest(
    { method: c.req.method, url: url.pathname + url.search },
    { host: url.host, ...c.req.header() },
    false,
  );
}

async function toStored(
  answer: Response,
  mount: Mount["name"],
  fixed: Readonly<Record<string, string>>,
): Promise<StoredAnswer | null> {
  if (answer.status !== 200 || answer.headers.getSetCookie().length > 0) return null;
  const body = new Uint8Array(await answer.arrayBuffer());
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = new Headers(answer.headers);
  headers.set("ETag", etag);
  headers.set("Content-Length", String(body.byteLength));
  return { mount, etag, body, headers: { ...fixed, ...Object.fromEntries(headers) } };
}

function send(c: Context<HttpEnvironment>, { etag, body, headers }: StoredAnswer): Response {
  if (isKnownAnswer(c.req.header("If-None-Match"), etag))
    return new Response(null, { status: 304, headers: unchangedHeaders(headers) });
  return new Response(c.req.method === "HEAD" ? null : body, { status: 200, headers });
}

export const isKnownAnswer = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.includes(etag) === true;

/** What a 304 says again. */
export function unchangedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^content-(?:length|type|encoding)$/i.test(name)),
  );
}
