import type { RequestListener } from "node:http";
import type { ServerBuild } from "react-router";

/** Runs Vite as middleware, because `react-router dev` would not run the edge. */
export async function createDevServer(root: string) {
  const { createServer } = await import("vite");
  const vite = await createServer({ root, server: { middlewareMode: true } });
  return {
    /** Serves Vite's files first, then the listener's. */
    wrap:
      (listener: RequestListener): RequestListener =>
      (request, response) =>
        vite.middlewares(request, response, () => listener(request, response)),
    loadBuild: () =>
      vite.ssrLoadModule("virtual:react-router/server-build") as unknown as Promise<ServerBuild>,
    close: () => vite.close(),
  };
}
