import type { HttpBindings } from "@hono/node-server";
import type { VisitorRequest } from "./page-cache/visitor-request.ts";

/** Variables the edge sets on a request for its handlers. */
export interface HttpVariables {
  requestId: string;
  /** CSP nonce of this response. */
  nonce: string;
  /**
   * Set while rendering a response that may be shared with other visitors. The response must not depend on
   * anything else in the request.
   */
  visitorRequest?: VisitorRequest;
  /** Whether the handler declared the response the same for every visitor. */
  isShared?: boolean;
}

export interface HttpEnvironment {
  Bindings: HttpBindings;
  Variables: HttpVariables;
}
