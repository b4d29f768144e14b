import type { MiddlewareHandler } from "hono";
import { AppError } from "#core/errors.ts";
import type { Auth } from "#server/auth/index.ts";
import { limitConcurrency } from "#server/platform/limit-concurrency.ts";
import type { HttpEnvironment } from "./context.ts";

/**
 * Limits uploads of images. Visitors' uploads aren't read: the page gets a form without an image. Members' uploads are
 * parsed two at a time, because parsing needs several copies of a form in memory. While one is processed, others from
 * the same member are rejected.
 */
export function createImageFormLimit(auth: Pick<Auth, "identify">): MiddlewareHandler<HttpEnvironment> {
  const queueImageForm = limitConcurrency(2);
  const uploadingMemberIds = new Set<string>();
  return async (c, next) => {
    const { method, url, signal } = c.req.raw;
    if (method === "GET" || method === "HEAD") return next();
    const identity = await auth.identify(c.req.header("Cookie") ?? null);
    if (identity.state === "member") {
      const { id } = identity.member;
      if (uploadingMemberIds.has(id)) throw new AppError("too_many_requests");
      uploadingMemberIds.add(id);
      return queueImageForm(next).finally(() => uploadingMemberIds.delete(id));
    }
    const headers = new Headers(c.req.raw.headers);
    for (const name of ["Content-Length", "Transfer-Encoding", "Content-Type"]) headers.delete(name);
    c.req.raw = new Request(url, {
      method,
      headers,
      signal,
      body: new URLSearchParams({ intent: "avatar" }),
    });
    return next();
  };
}
