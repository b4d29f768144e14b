import type { RequestListener } from "node:http";
import type { ServerBuild } from "react-router";

/** Runs Vite as middleware, because `react-router dev` would bypass our own server (server/http). */
export async function createDevServer(root: string) {
  const { createServer } = await import("vite");
  const vite = await createServer({ root, server: { middlewareMode: true } });
  return {
    /** Requests that Vite doesn't handle go to the listener. */
    wrap:
      (listener: RequestListener): RequestListener =>
      (request, response) =>
        vite.middlewares(request, response, () => listener(request, response)),
    loadBuild: () =>
      vite.ssrLoadModule("virtual:react-router/server-build") as unknown as Promise<ServerBuild>,
    close: () => vite.close(),
  };
}
