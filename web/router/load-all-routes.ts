import type { DataRouter } from "react-router";
import { createRoutes } from "./create-routes.tsx";

let loading: Promise<void> | undefined;

/** Loads all routes. Visitors' pages know only their own until someone presses, focuses or navigates. */
export function loadAllRoutes(router: DataRouter): Promise<void> {
  const { table, routes, modules } = window.page;
  if (!window.__reactRouterManifest)
    loading ??= import(/* @vite-ignore */ table).then(
      () => {
        Object.assign(routes, window.__reactRouterManifest?.routes);
        const [root] = createRoutes(routes, modules, () => router);
        router.patchRoutes("root", root?.children ?? []);
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
  return loading ?? Promise.resolve();
}
