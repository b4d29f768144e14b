import type { Context, Handler, Hono, MiddlewareHandler } from "hono";
import type { HttpEnvironment } from "./context.ts";

/** Limits that the edge applies to a mount's requests. Null: the mount has its own limits and errors. */
export interface MountLimits {
  readonly bodyBytes: number | null;
  readonly deadlineMs: number | null;
  /** Whether responses may be compressed. Files aren't, so that their length and ranges stay valid. */
  readonly compress: boolean;
}

/**
 * An entry of the mount table. A test fails if a mounted route isn't listed. `access` is "public" (open to everyone),
 * "guarded" (the mount checks a token or a loopback address) or "pages" (React Router; web/routes.ts declares who may
 * see each route).
 */
export interface Mount {
  /**
   * A pattern: ":name" matches one segment, and a trailing "*" matches the rest of a path. An app's path also matches
   * everything below it. The first match wins.
   */
  readonly path: string;
  /** Label in the metrics. */
  readonly name: "auth" | "storage" | "ai" | "live" | "assets" | "health" | "feeds" | "pages";
  readonly access: "public" | "guarded" | "pages";
  /** Why the mount is public, or what guards it. */
  readonly reason: string;
  readonly limits: MountLimits;
  /** Which responses visitors share: all, or those that a page declares to be the same for everyone. Omitted: none. */
  readonly shared?: "all" | "pages";
  /** Middleware that runs before anything reads the body. It may replace the request. */
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

/**
 * Creates a function that finds a request's mount. Most middleware needs the mount, so it is looked up once per
 * request. The table's last mount matches everything.
 */
export function createMountLookup(mounts: readonly Mount[]): (c: Context) => Mount {
  const mountByContext = new WeakMap<Context, Mount>();
  return (c) => {
    const mount =
      mountByContext.get(c) ??
      mounts.find((candidate) => containsPath(candidate, c.req.path)) ??
      mounts.at(-1);
    if (!mount) throw new Error("the mount table is empty");
    mountByContext.set(c, mount);
    return mount;
  };
}

function containsPath({ path: pattern, mount }: Mount, path: string): boolean {
  if (pattern.endsWith("/*")) return path.startsWith(pattern.slice(0, -1));
  if ("app" in mount) return path === pattern || path.startsWith(`${pattern}/`);
  const parameterStart = pattern.indexOf("/:");
  if (parameterStart < 0) return path === pattern;
  return (
    path.startsWith(pattern.slice(0, parameterStart + 1)) && !path.slice(parameterStart + 1).includes("/")
  );
}
