import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/** False on the server and in the first render of the browser, so that both are the same. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
