import type { HttpBindings } from "@hono/node-server";

/** What the edge puts on a request for those behind it. */
export interface HttpVariables {
  requestId: string;
  /** Lets the scripts and styles of this answer run, and no others. */
  nonce: string;
}

export interface HttpEnvironment {
  Bindings: HttpBindings;
  Variables: HttpVariables;
}
