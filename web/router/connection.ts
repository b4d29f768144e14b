import {
  createPath,
  type DataRouter,
  type DataStrategyFunction,
  IDLE_NAVIGATION,
  type Path,
} from "react-router";

/** Handles a lost connection. The page stays open, so that users don't lose what they typed. */
export interface ConnectionHandlers {
  /**
   * `path` is the path of the requested page or form, or "" if unknown. `retryPath` is the path, query and fragment of a
   * page that didn't open.
   */
  onLost(path: string, retryPath?: string): void;
  /** Called after each navigation that reached the server, even if the connection hadn't been lost. */
  onRestored(): void;
}

let handlers: ConnectionHandlers;
let endLatestNavigation: (() => void) | undefined;
const NEVER = new Promise<never>(() => {});

/** Whether the error was thrown by the browser for a failed request, or by `fetchFromServer`. */
export const isNetworkError = (error: unknown): boolean =>
  error instanceof TypeError && /fetch|network|load failed|module|input stream/i.test(error.message);

/** Fetches data. A proxy's error page counts as a network error. */
export async function fetchFromServer(request: Request): Promise<Response> {
  const response = await fetch(request);
  const { status, headers } = response;
  if (!headers.has("X-Remix-Response") && (status > 501 || /html/.test(headers.get("Content-Type") ?? "")))
    throw new TypeError("network error");
  return response;
}

const RETRY_DELAY_MS = 1_000;

export async function waitUntilReachable(): Promise<void> {
  while (!(await isReachable())) await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
}

/** Whether the server responds. A proxy may respond on behalf of a server that is down, so this checks the status. */
export const isReachable = (): Promise<boolean> =>
  fetch("/healthz", { method: "HEAD" }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Call before loading a component's script. A script that fails to load would replace the page with an error, and some
 * browsers would never load it again.
 */
export async function waitUntilOnline(): Promise<void> {
  if (navigator.onLine || (await isReachable())) return;
  handlers.onLost("");
  await waitUntilReachable();
}

/**
 * Call before retrying a route's script, or before loading it while offline. If the server is unreachable, ends the
 * latest navigation and waits for the server.
 */
export async function keepPageUntilReachable(): Promise<void> {
  if (await isReachable()) return;
  endLatestNavigation?.();
  await waitUntilReachable();
}

/** Loads the document of the page that is being opened, or else reloads the current page. Never resolves. */
export function loadDocument(router: DataRouter | undefined): Promise<never> {
  const target = router?.state.navigation.location;
  const isOtherPage = target && (target.pathname !== location.pathname || target.search !== location.search);
  if (target) location.assign(createPath(target));
  // For a URL of the current page with a fragment, `assign` loads nothing.
  if (!isOtherPage) location.reload();
  return NEVER;
}

/**
 * Ends a fetcher's failed request or, without `fetcherKey`, the current navigation. Returns a promise that never
 * resolves. Returns null if there is no navigation to end, and for back and forward navigation, because the URL has
 * already changed.
 */
export function endRequest(router: DataRouter, fetcherKey?: string): Promise<never> | null {
  const { navigation, location: currentLocation } = router.state;
  if (fetcherKey) {
    handlers.onLost("");
    router.resetFetcher(fetcherKey);
    return NEVER;
  }
  const { location: target, formMethod } = navigation;
  if (!target || isBackOrForward(currentLocation)) return null;
  handlers.onLost(target.pathname, formMethod && formMethod !== "GET" ? undefined : createPath(target));
  router._internalSetStateDoNotUseOrYouWillBreakYourApp({ navigation: IDLE_NAVIGATION });
  return NEVER;
}

/** Whether the browser has gone back or forward: the URL has already changed, and the router follows. */
const isBackOrForward = (currentLocation: Path): boolean =>
  createPath(currentLocation) !== location.pathname + location.search + location.hash;

/** An action's error is wrapped in an object with its status. */
const unwrapError = (result: unknown): unknown =>
  result && typeof result === "object" && "data" in result ? result.data : result;

/** Wraps a data strategy: when the server can't be reached, pages and forms stay as they are. */
export function keepPageWhenUnreachable(
  strategy: DataStrategyFunction,
  getRouter: () => DataRouter,
  connectionHandlers: ConnectionHandlers,
): DataStrategyFunction {
  handlers = connectionHandlers;
  return async (args) => {
    const { fetcherKey, matches, request } = args;
    const router = getRouter();
    const isNavigation = args.unstable_initiator === "navigation";
    let endPromise: Promise<never> | null = null;
    const endNavigation = () => {
      if (!request.signal.aborted) endPromise ??= endRequest(router);
    };
    if (isNavigation) endLatestNavigation = endNavigation;
    const isPageRevisited = isNavigation && isBackOrForward(router.state.location);
    const results = await strategy(args);
    // A redirect replaces the entry that the user went back or forward to. A new entry would make the later ones
    // unreachable, and going back again would lead to the same redirect.
    if (isPageRevisited)
      for (const { result } of Object.values(results))
        if (result instanceof Response) result.headers.set("X-Remix-Replace", "yes");
    const failedIds = Object.keys(results).filter((id) => {
      const { type, result } = results[id] ?? {};
      return type === "error" && isNetworkError(unwrapError(result));
    });
    if (failedIds.length > 0) {
      if (isNavigation) endNavigation();
      else if (fetcherKey) handlers.onLost(new URL(request.url).pathname);
    } else if (isNavigation && !endPromise) handlers.onRestored();
    if (endPromise) return endPromise;
    // Continue to show the current data, except on a page that the user went back or forward to.
    for (const id of failedIds)
      if (!isNavigation || id !== matches.at(-1)?.route.id)
        results[id] = {
          type: "data",
          result: fetcherKey ? router.state.fetchers.get(fetcherKey)?.data : router.state.loaderData[id],
        };
    return results;
  };
}
