import { createContext, type RouterContextProvider } from "react-router";
import type { Viewer } from "#core/accounts/member.ts";
import type { App } from "#server/app.ts";
import type { PageEdge } from "#server/http/pages.ts";

/** Connects pages to the server: the HTTP server sets these, loaders and actions read them. */
export const appContext = /* @__PURE__ */ createContext<App>();
export const edgeContext = /* @__PURE__ */ createContext<PageEdge>();

/**
 * Marks a page as the same for all visitors, so that it's cached for them. Its loader may depend only on the
 * URL; the operations it calls through `App` declare their own cache dependencies.
 */
export const cacheForVisitors = (context: Readonly<RouterContextProvider>): void =>
  context.get(edgeContext).markShared();

/** The client's IP address and User-Agent, for sessions and rate limits. */
export function getClientInfo(context: Readonly<RouterContextProvider>) {
  const { address: ip, userAgent } = context.get(edgeContext).client();
  return { ip, userAgent };
}

export interface Identity {
  /** "expired": the browser must refresh the session before we know the user. */
  readonly state: "visitor" | "expired" | "member";
  readonly viewer: Viewer;
  /** A visitor who still has to verify a second factor. */
  readonly isFactorRequired: boolean;
  /** The number of unread notifications. */
  readonly unread?: number;
  /** Whether to show the welcome. */
  readonly isNew?: boolean;
}

/** Set by the root middleware on every request. */
export const identityContext = /* @__PURE__ */ createContext<Identity>();
