import { createContext, type RouterContextProvider } from "react-router";
import type { Viewer } from "#core/accounts/member.ts";
import type { App } from "#server/app.ts";
import type { PageEdge } from "#server/http/pages.ts";

/** How pages reach the server: the edge puts these in, loaders and actions take them out. */
export const appContext = /* @__PURE__ */ createContext<App>();
export const edgeContext = /* @__PURE__ */ createContext<PageEdge>();

/**
 * A loader says that its page is the same for every visitor: then it is kept and given to all of them. It may read
 * nothing of the request but its address; what it reads through `App` says itself what it is made from.
 */
export const sameForVisitors = (context: Readonly<RouterContextProvider>): void =>
  context.get(edgeContext).sameForVisitors();

/** The form that an action was sent. The edge has parsed it; the request has no body any more. */
export function formOf(context: Readonly<RouterContextProvider>): FormData {
  const { form } = context.get(edgeContext);
  if (form === null) throw new Error("Only an action is sent a form.");
  return form;
}

export interface Identity {
  /** "expired": a session whose access token is over; the browser must refresh it before we know who this is. */
  readonly state: "visitor" | "expired" | "member";
  readonly viewer: Viewer;
  /** A visitor who is signed in by the first level and has a second factor to prove. */
  readonly needsFactor: boolean;
  /** Notifications that the member has not read. */
  readonly unread?: number;
}

/** Set by the root's middleware on every request. */
export const identityContext = /* @__PURE__ */ createContext<Identity>();
