import type { ComponentType } from "react";
import type {
  ActionFunctionArgs,
  DataRouteObject,
  DataRouter,
  UNSAFE_AssetsManifest as Manifest,
  UNSAFE_RouteModules as RouteModules,
} from "react-router";
import { keepPageUntilReachable, loadDocument } from "./connection.ts";

type RouteEntry = NonNullable<Manifest["routes"][string]> & { readonly hasDefaultExport: boolean };
type RouteFiles = Pick<RouteEntry, "module" | "imports" | "clientActionModule">;
type RouteModule = NonNullable<RouteModules[string]>;

/** The server's loader or action: the data strategy passes a function that requests its result. */
const runOnServer = (_: unknown, request?: unknown) => (request as () => Promise<unknown>)();

/** The browser's routes from the build's manifest. A route's module is loaded on the first navigation to it. */
export function createRoutes(
  entries: Manifest["routes"],
  modules: RouteModules,
  getRouter: () => DataRouter | undefined,
  parentId?: string,
): DataRouteObject[] {
  const childEntries = (Object.values(entries) as RouteEntry[]).filter(
    (entry) => entry.parentId === parentId,
  );
  return childEntries.map((entry) => {
    const { id, path, index, hasLoader, hasAction, hasClientAction, hasDefaultExport } = entry;
    const loadedModule = modules[id];
    const children = createRoutes(entries, modules, getRouter, id);
    const load = async () => {
      if (navigator.onLine) preload(listFiles(entry));
      modules[id] = await importModule(entry.module, getRouter);
      return toRouteElements(modules[id]);
    };
    // The build puts client actions into separate modules.
    const runClientAction = async (args: ActionFunctionArgs, request?: unknown) => {
      const { clientAction } = await importModule(entry.clientActionModule ?? entry.module, getRouter);
      return clientAction?.({ ...args, serverAction: () => runOnServer(args, request) as never });
    };
    return {
      id,
      // The root's empty path would match "/" on pages that don't know the home page's route yet.
      path: path || undefined,
      index,
      // Every route needs a loader, because the data strategy waits until each has started.
      loader: hasLoader ? runOnServer : () => null,
      action: hasClientAction ? runClientAction : hasAction ? runOnServer : undefined,
      ...(loadedModule ? toRouteElements(loadedModule) : hasDefaultExport && { lazy: load }),
      ...(children.length > 0 && { children }),
    } as DataRouteObject;
  });
}

export function toRouteElements({
  default: Component,
  ErrorBoundary,
  Layout,
  shouldRevalidate,
}: RouteModule) {
  const wrapInLayout = (Part: ComponentType | undefined) =>
    Part && (Layout ? <Layout>{<Part />}</Layout> : <Part />);
  return {
    element: wrapInLayout(Component as ComponentType | undefined),
    errorElement: wrapInLayout(ErrorBoundary as ComponentType | undefined),
    shouldRevalidate,
  };
}

export const listFiles = ({ module, imports = [], clientActionModule }: RouteFiles): string[] => [
  module,
  ...imports,
  ...(clientActionModule ? [clientActionModule] : []),
];

/** Requests all files in parallel, so that the imports don't load them one after another. */
function preload(files: readonly string[]): void {
  for (const href of files) {
    if (document.querySelector(`link[rel=modulepreload][href="${href}"]`)) continue;
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
}

async function importModule(file: string, getRouter: () => DataRouter | undefined): Promise<RouteModule> {
  const load = async () => {
    // Some browsers would never retry the module.
    if (!navigator.onLine) await keepPageUntilReachable();
    return import(/* @vite-ignore */ file);
  };
  return load()
    .catch(() => keepPageUntilReachable().then(load))
    .catch((error: unknown) => {
      // Most likely a new version was installed, or the browser didn't retry the module.
      console.error(error);
      return loadDocument(getRouter());
    });
}
