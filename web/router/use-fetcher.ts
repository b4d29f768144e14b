import { type ContextType, use, useEffect, useId, useMemo, useRef } from "react";
import {
  UNSAFE_FetchersContext as FetchersContext,
  type FetcherWithComponents,
  IDLE_FETCHER,
} from "react-router";
import { parseSubmission } from "./submission.ts";
import { useRouter } from "./use-router.ts";

export type Fetcher<Data> = Omit<FetcherWithComponents<Data>, "Form" | "reset">;

const ignore = async () => {};
const IDLE: Fetcher<never> = { ...IDLE_FETCHER, load: ignore, submit: ignore };

/** A fetcher for the server, where nothing is ever requested. It must be cheap, because a list can have forty. */
function useIdleFetcher<Data = unknown>(_sharedKey?: string): Fetcher<Data> {
  // The browser's hook calls useId too. Without the call here, the IDs of other elements would differ.
  useId();
  return IDLE;
}

function useRouterFetcher<Data = unknown>(sharedKey?: string): Fetcher<Data> {
  const router = useRouter();
  const ownKey = useId();
  const key = sharedKey ?? ownKey;
  const { fetchers, fetcherData } = use(FetchersContext) as NonNullable<ContextType<typeof FetchersContext>>;
  useEffect(() => {
    router.getFetcher(key);
    return () => router.deleteFetcher(key);
  }, [router, key]);
  const actions = useMemo<Pick<Fetcher<Data>, "load" | "submit">>(() => {
    /** The current page's route. Its error page shows unexpected errors. */
    const getRouteId = () => router.state.matches.at(-1)?.route.id ?? "root";
    return {
      load: (href) => router.fetch(key, getRouteId(), href),
      submit: (target, submitOptions) => {
        const { href, options } = parseSubmission(target, submitOptions);
        return router.fetch(key, getRouteId(), href, options);
      },
    };
  }, [router, key]);
  const fetcher = fetchers.get(key) ?? IDLE_FETCHER;
  const data = fetcherData.get(key);
  return useMemo(() => ({ ...fetcher, ...actions, data }) as Fetcher<Data>, [fetcher, actions, data]);
}

/**
 * React Router's `useFetcher` without `Form` and `reset`. URLs are absolute paths. Fetchers with the same key share
 * state.
 */
export const useFetcher = import.meta.env.SSR ? useIdleFetcher : useRouterFetcher;

/** Calls `handle` once for each response of a fetcher, after the page's data has been reloaded and rendered. */
export function useResponse<Data>(
  { data, state }: Pick<Fetcher<Data>, "data" | "state">,
  handle: (response: NonNullable<Data>) => void,
): void {
  const latestHandle = useRef(handle);
  latestHandle.current = handle;
  const handledData = useRef<unknown>(undefined);
  useEffect(() => {
    if (!data || data === handledData.current || state !== "idle") return;
    handledData.current = data;
    latestHandle.current(data);
  }, [data, state]);
}
