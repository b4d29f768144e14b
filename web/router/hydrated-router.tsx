import { Component, type ReactNode } from "react";
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createRouter as createRouter,
  type DataRouter,
  UNSAFE_defaultMapRouteProperties as defaultMapRouteProperties,
  UNSAFE_FrameworkContext as FrameworkContext,
  UNSAFE_getTurboStreamSingleFetchDataStrategy as getDataStrategy,
} from "react-router";
import { RouterProvider } from "react-router/dom";
import { BUG } from "#core/messages.ts";
import {
  type ConnectionHandlers,
  endRequest,
  fetchFromServer,
  isReachable,
  keepPageWhenUnreachable,
  loadDocument,
} from "./connection.ts";
import { createRoutes } from "./create-routes.tsx";
import { loadRoutesFor } from "./load-routes.ts";
import type { Manifest, PageData } from "./manifest.ts";

const { routes, modules, tables } = window.page;
const manifest: Manifest = { entry: { imports: [], module: "" }, routes, url: "", version: "" };

export function hydrateRouter(hydrationData: PageData, handlers: ConnectionHandlers): DataRouter {
  // The server sends no data for routes without a loader. Null prevents the router from trying to load any.
  for (const id in modules)
    if (!routes[id]?.hasLoader) Object.assign(hydrationData.loaderData, { [id]: null });
  const router: DataRouter = createRouter({
    routes: createRoutes(routes, modules, () => router),
    history: createBrowserHistory(),
    hydrationData,
    mapRouteProperties: defaultMapRouteProperties,
    dataStrategy: keepPageWhenUnreachable(
      getDataStrategy(() => router, manifest, modules, true, fetchFromServer),
      () => router,
      handlers,
    ),
    ...(tables.length > 0 && {
      patchRoutesOnNavigation: ({ path, fetcherKey }) =>
        loadRoutesFor(router, path).catch(async (error: unknown) => {
          // Most likely a new version was installed.
          if (await isReachable()) return loadDocument(router);
          const endPromise = endRequest(router, fetcherKey);
          if (!endPromise) throw error;
          return endPromise;
        }),
    }),
  });
  if (tables.length > 0) {
    const prepare = () => void loadRoutesFor(router).catch(() => {});
    for (const type of ["pointerdown", "focusin", "keydown"])
      addEventListener(type, prepare, { once: true, capture: true, passive: true });
  }
  if (import.meta.env.DEV) exposeToHotReload(router);
  return router.initialize();
}

function exposeToHotReload(router: DataRouter): void {
  const createRoutesForHMR = (_: unknown, ...[entries, updatedModules]: Parameters<typeof createRoutes>) =>
    createRoutes(entries, updatedModules, () => router);
  Object.assign(window, {
    __reactRouterContext: { ssr: true, isSpaMode: false },
    __reactRouterRouteModules: modules,
    __reactRouterDataRouter: Object.assign(router, { createRoutesForHMR }),
  });
}

const FRAMEWORK = {
  manifest,
  routeModules: modules,
  future: {},
  ssr: true,
  isSpaMode: false,
  routeDiscovery: { mode: "initial", manifestPath: "" } as const,
};

/** React Router's `HydratedRouter` without the parts we don't use (docs/decisions/062-router-in-the-browser.md). */
export function HydratedRouter({ router }: { readonly router: DataRouter }) {
  return (
    <>
      <FrameworkContext value={FRAMEWORK}>
        <RootErrorBoundary>
          <RouterProvider router={router} />
        </RootErrorBoundary>
      </FrameworkContext>
      {/* The server renders two children; with one, useId would differ. */}
      {null}
    </>
  );
}

/** Shown if the header or footer throws, in which case even the error page can't be rendered. */
class RootErrorBoundary extends Component<{ readonly children: ReactNode }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <html lang="en">
        <body>
          <h1>{BUG.title}</h1>
          <p>{BUG.message}</p>
        </body>
      </html>
    );
  }
}
