import { useEffect, useRef } from "react";
import type { Fetcher } from "./use-fetcher.ts";

/** Calls `handle` once for each response of a fetcher, when it has been rendered with the page's reloaded data. */
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
