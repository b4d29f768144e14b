import type { Handler, Hono } from "hono";
import type { HttpEnvironment } from "./context.ts";

/**
 * One entry of the mount table. `access` says who may come in, and a test fails on a mounted route that the table
 * does not name: "public" is open to everyone, "guarded" checks its caller itself (a token, a loopback address),
 * "pages" is React Router, whose routes say in web/routes.ts who may see them.
 */
export interface Mount {
  readonly path: string;
  readonly access: "public" | "guarded" | "pages";
  /** Why it may be public, or what guards it. */
  readonly because: string;
  readonly mount:
    | { readonly handler: Handler<HttpEnvironment>; readonly methods: readonly string[] }
    | { readonly app: Hono };
}

export function attachMounts(http: Hono<HttpEnvironment>, mounts: readonly Mount[]): void {
  for (const { path, mount } of mounts) {
    if ("app" in mount) http.route(path, mount.app);
    else http.on([...mount.methods], path, mount.handler);
  }
}
