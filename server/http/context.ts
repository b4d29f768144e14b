import type { HttpBindings } from "@hono/node-server";
import type { VisitorRequest } from "./page-cache/visitor-request.ts";

/** What the edge puts on a request for those behind it. */
export interface HttpVariables {
  requestId: string;
  /** Lets the scripts and styles of this answer run, and no others. */
  nonce: string;
  /** Set while an answer is made that other visitors may be given too: then it is made from this and no more. */
  visitorRequest?: VisitorRequest;
  /** Whether what answered says that it is the same for every visitor. */
  isShared?: boolean;
}

export interface HttpEnvironment {
  Bindings: HttpBindings;
  Variables: HttpVariables;
}
