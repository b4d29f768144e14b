import type { HttpBindings } from "@hono/node-server";
import type { VisitorRequest } from "./page-cache/visitor-request.ts";

export interface HttpEnvironment {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** CSP nonce of this response. */
    nonce: string;
    /** Set while a shareable response is rendered. The response must not depend on anything else in the request. */
    visitorRequest?: VisitorRequest;
    /**
     * Whether the response is the same for every visitor, as declared by the page. False for errors and for responses
     * that set cookies.
     */
    isShared?: boolean;
  };
}
