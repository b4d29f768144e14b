import type { RequestListener } from "node:http";
import type { ServerBuild } from "react-router";

export interface DevServer {
  /** Vite's own files first, then ours. */
  before(listener: RequestListener): RequestListener;
  loadBuild(): Promise<ServerBuild>;
  close(): Promise<void>;
}

/** Vite inside the program: `react-router dev` would never run the edge. */
export async function createDevServer(root: string): Promise<DevServer> {
  const { createServer } = await import("vite");
  const vite = await createServer({ root, server: { middlewareMode: true } });
  return {
    before: (listener) => (request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
    loadBuild: () =>
      vite.ssrLoadModule("virtual:react-router/server-build") as unknown as Promise<ServerBuild>,
    close: () => vite.close(),
  };
}
