import { use } from "react";
import {
  UNSAFE_FrameworkContext as FrameworkContext,
  type HydrationState,
  type UNSAFE_AssetsManifest as Manifest,
  type UNSAFE_RouteModules as RouteModules,
} from "react-router";

export type { Manifest, RouteModules };

/** What a page was rendered from. Loaders return only values that JSON can represent. */
export type PageData = Required<HydrationState>;

declare global {
  interface Window {
    /** Set by the page's module script (shell/page-scripts.tsx). */
    readonly page: {
      /** Files with further routes: first visitors' routes, then all. Empty on pages that load all routes at once. */
      readonly tables: readonly string[];
      /** The page's own routes, or all. */
      readonly routes: Manifest["routes"];
      readonly modules: RouteModules;
    };
    /** Set by a table of routes. */
    readonly __reactRouterManifest?: Manifest;
  }
}

/** The build's manifest. On the server, it has only the page's routes; in the browser, the routes loaded so far. */
export function useManifest(): Manifest {
  const framework = use(FrameworkContext);
  if (!framework) throw new Error("useManifest must be called within a router");
  return framework.manifest;
}
