import type { Handler, Hono, MiddlewareHandler } from "hono";
import type { HttpEnvironment } from "./context.ts";

/** What the edge holds the requests of a mount to. Null: the mount has limits and words of its own. */
export interface MountLimits {
  readonly bodyBytes: number | null;
  readonly deadlineMilliseconds: number | null;
  /** Whether answers may be compressed on their way; files keep their length and their ranges. */
  readonly compress: boolean;
}

/**
 * One entry of the mount table. `access` says who may come in, and a test fails on a mounted route that the table
 * does not name: "public" is open to everyone, "guarded" checks its caller itself (a token, a loopback address),
 * "pages" is React Router, whose routes say in web/routes.ts who may see them.
 */
export interface Mount {
  /** A pattern: "*" at the end takes all that is below and nothing before it took, ":name" one step. */
  readonly path: string;
  /** Under which the metrics count its requests. */
  readonly name: "auth" | "storage" | "ai" | "live" | "assets" | "health" | "feeds" | "pages";
  readonly access: "public" | "guarded" | "pages";
  /** Why it may be public, or what guards it. */
  readonly because: string;
  readonly limits: MountLimits;
  /**
   * Whose answers are kept and given to other visitors: all of them, or those of which the page says that it is the same
   * for everybody (`sameForVisitors`). Left out: nobody's.
   */
  readonly shared?: "all" | "pages";
  /** Runs around everything that reads the body, and may put another request in its place. */
  readonly aroundBody?: MiddlewareHandler<HttpEnvironment>;
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

/** The entry whose limits a request has: the first that its path falls under. The last of the table takes everything. */
export function mountAt(mounts: readonly Mount[], path: string): Mount {
  const found = mounts.find((mount) => isUnder(mount, path)) ?? mounts.at(-1);
  if (!found) throw new Error("nothing is mounted");
  return found;
}

function isUnder({ path: pattern, mount }: Mount, path: string): boolean {
  if (pattern.endsWith("/*")) return path.startsWith(pattern.slice(0, -1));
  if ("app" in mount) return path === pattern || path.startsWith(`${pattern}/`);
  const step = pattern.indexOf("/:");
  if (step < 0) return path === pattern;
  return path.startsWith(pattern.slice(0, step + 1)) && !path.slice(step + 1).includes("/");
}
