import type { DataRouter } from "react-router";
import { createRoutes } from "./create-routes.tsx";

const loadPromises = new Map<string, Promise<void>>();

/**
 * Loads the routes that a path needs. A visitor's page starts with only its own routes. The other public routes are
 * loaded on the first pointer press, key press, focus change, prefetch or navigation; the rest, only for a path that
 * needs them.
 */
export async function loadRoutesFor(router: DataRouter, path = "/"): Promise<void> {
  for (const table of window.page.tables) {
    await loadTable(router, table);
    if (router.match(path)?.at(-1)?.route.path !== "*") return;
  }
}

function loadTable(router: DataRouter, table: string): Promise<void> {
  const { routes, modules } = window.page;
  const promise =
    loadPromises.get(table) ??
    import(/* @vite-ignore */ table).then(
      () => {
        Object.assign(routes, window.__reactRouterManifest?.routes);
        const [root] = createRoutes(routes, modules, () => router);
        router.patchRoutes("root", root?.children ?? []);
      },
      (error: unknown) => {
        loadPromises.delete(table);
        throw error;
      },
    );
  loadPromises.set(table, promise);
  return promise;
}
