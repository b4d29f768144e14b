import type { ReactNode } from "react";
import {
  createStaticHandler,
  createStaticRouter,
  type DataRouteObject,
  UNSAFE_FrameworkContext as FrameworkContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  type ServerBuild,
  type StaticHandlerContext,
  StaticRouterProvider,
} from "react-router";
import { toRouteElements } from "./create-routes.tsx";
import { waitForLazyComponents } from "./lazy-component.tsx";
import type { Manifest, PageData, RouteModules } from "./manifest.ts";

export interface PageDocument {
  readonly page: ReactNode;
  readonly data: PageData;
  readonly status: number;
  readonly headers: Headers;
}

interface DocumentDeps {
  render(document: PageDocument, request: Request, context: RouterContextProvider): Response;
  /** Called for errors in loaders, actions and rendering. */
  report(error: unknown, request: Request, context: RouterContextProvider): void;
}

/** Returns a page's response, or null if the URL isn't a page. Throws if not even an error page can be rendered. */
export type DocumentHandler = (request: Request, context: RouterContextProvider) => Promise<Response | null>;

/** Handles requests for pages in place of React Router (docs/decisions/083-pages-without-the-framework-handler.md). */
export function createDocumentHandler(
  { routes, assets, future, ssr, isSpaMode, routeDiscovery }: ServerBuild,
  { render, report }: DocumentDeps,
): DocumentHandler {
  const handler = createStaticHandler(createServerRoutes(routes), { future });
  const framework = { routeModules: listModules(routes), future, ssr, isSpaMode, routeDiscovery };

  const createDocument = (result: StaticHandlerContext): PageDocument => {
    const { loaderData, actionData, errors, statusCode, matches } = result;
    // The router doesn't need a list of routes, because the result contains the matched ones.
    const router = createStaticRouter([], result);
    return {
      page: (
        <>
          <FrameworkContext value={{ ...framework, manifest: pickMatchedRoutes(assets, matches) }}>
            <StaticRouterProvider router={router} context={result} hydrate={false} />
          </FrameworkContext>
          {/* The browser renders two children too; otherwise, useId would differ. */}
          {null}
        </>
      ),
      data: { loaderData, actionData, errors },
      status: statusCode,
      headers: collectCookies(result),
    };
  };

  return async (request, context) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith(".data") || !isPage(handler.match(pathname))) return null;
    // Otherwise, parts of the page would be missing right after startup.
    await waitForLazyComponents();
    const reportError = (error: unknown) => report(error, request, context);

    const respond = (result: StaticHandlerContext): Response => {
      for (const error of Object.values(result.errors ?? {})) reportError(error);
      const safeResult = { ...result, errors: result.errors && hideDetails(result.errors) };
      try {
        return render(createDocument(safeResult), request, context);
      } catch (error) {
        reportError(error);
        return render(
          createDocument({ ...safeResult, statusCode: 500, errors: hideDetails({ root: error }) }),
          request,
          context,
        );
      }
    };
    const response = await handler.query(request, {
      requestContext: context,
      // If an error reached the middleware, the root's data, which the page's header needs, would be lost.
      generateMiddlewareResponse: async (query) => {
        const result = await query(request);
        return result instanceof Response ? result : respond(result);
      },
    });
    return response as Response;
  };
}

type ServerRoutes = ServerBuild["routes"];

function createServerRoutes(routes: ServerRoutes, parentId?: string): DataRouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index, module } = route;
    const children = createServerRoutes(routes, id);
    return {
      id,
      path,
      index,
      middleware: module.middleware,
      loader: module.loader,
      action: module.action,
      ...toRouteElements(module as NonNullable<RouteModules[string]>),
      ...(children.length > 0 && { children }),
    } as DataRouteObject;
  });
}

const listModules = (routes: ServerRoutes): RouteModules =>
  Object.fromEntries(
    Object.values(routes).flatMap((route) => (route ? [[route.id, route.module]] : [])),
  ) as RouteModules;

/** A URL without a route gets an error page. */
function isPage(matches: readonly { readonly route: DataRouteObject }[] | null): boolean {
  const leaf = matches?.at(-1)?.route;
  return !leaf || leaf.element !== undefined || leaf.errorElement !== undefined;
}

/** Browsers get refusals and statuses, but no details of bugs. */
function hideDetails(errors: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(errors).map(([id, error]) => [
      id,
      isRouteErrorResponse(error)
        ? { status: error.status, statusText: error.statusText, internal: false, data: error.data }
        : {},
    ]),
  );
}

/** The cookies of all loaders and actions; no route sets other headers. */
function collectCookies({ actionHeaders, loaderHeaders }: StaticHandlerContext): Headers {
  const headers = new Headers();
  for (const routeHeaders of [...Object.values(actionHeaders), ...Object.values(loaderHeaders)])
    for (const cookie of routeHeaders.getSetCookie()) headers.append("Set-Cookie", cookie);
  return headers;
}

const manifestCache = new WeakMap<Manifest, Map<string, Manifest>>();

/** The same routes always get the same object, so what is derived from it can be cached. */
function pickMatchedRoutes(
  manifest: Manifest,
  matches: readonly { readonly route: { readonly id: string } }[],
): Manifest {
  const ids = matches.map(({ route }) => route.id);
  const manifestsByIds = manifestCache.get(manifest) ?? new Map<string, Manifest>();
  manifestCache.set(manifest, manifestsByIds);
  const key = ids.join(" ");
  const cachedManifest = manifestsByIds.get(key);
  if (cachedManifest) return cachedManifest;
  const routes = Object.fromEntries(
    ids.flatMap((id) => (manifest.routes[id] ? [[id, manifest.routes[id]]] : [])),
  );
  const matchedManifest = { ...manifest, routes };
  manifestsByIds.set(key, matchedManifest);
  return matchedManifest;
}
