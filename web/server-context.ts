import { createContext, type RouterContextProvider } from "react-router";
import type { Viewer } from "#core/accounts/member.ts";
import type { App } from "#server/app.ts";
import type { PageEdge } from "#server/http/pages.ts";

/** The context that React Router passes to loaders and actions. */
export type RequestContext = Readonly<RouterContextProvider>;

/** Connects pages to the server: the HTTP server sets these contexts, and loaders and actions read them. */
export const appContext = /* @__PURE__ */ createContext<App>();
export const edgeContext = /* @__PURE__ */ createContext<PageEdge>();

/**
 * Allows a page to be cached for all visitors. Its loader may depend only on the parts of a request that
 * `toVisitorRequest` takes into account: those in the cache key, such as the URL, and those that prevent sharing, such
 * as a session cookie. Operations declare their own dependencies.
 */
export const cacheForVisitors = (context: RequestContext): void => context.get(edgeContext).markShared();

/** For data that a page can do without: reports a failure and returns null. */
export const readOptional = <T>(context: RequestContext, data: Promise<T>): Promise<T | null> =>
  data.catch((error: unknown) => {
    context.get(edgeContext).report(error);
    return null;
  });

export function getClientInfo(context: RequestContext) {
  const { address: ip, userAgent } = context.get(edgeContext).client();
  return { ip, userAgent };
}

export interface Identity {
  /** "expired": the browser must refresh the session before the server can identify the user. */
  readonly state: "visitor" | "expired" | "member";
  readonly viewer: Viewer;
  readonly isFactorRequired: boolean;
  /** The user who still has to verify a factor. */
  readonly pendingUserId?: string | undefined;
  readonly unread?: number;
  readonly isNew?: boolean;
}

/** Set by the root middleware on every request. */
export const identityContext = /* @__PURE__ */ createContext<Identity>();
