import { type ComponentType, lazy } from "react";
import { waitUntilOnline, waitUntilReachable } from "./connection.ts";

/** The components that the server is still loading. */
const loadPromises = new Set<Promise<void>>();

/** A component that is loaded when it's first shown; it must be in a `<Suspense>`. The server loads it at startup. */
export function lazyComponent<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  if (!import.meta.env.SSR) return lazyInBrowser(load);
  let Component: ComponentType<Props> = () => null;
  const promise = load().then((loaded) => {
    Component = loaded.default;
    loadPromises.delete(promise);
  });
  loadPromises.add(promise);
  return (props: Props) => <Component {...props} />;
}

/** A component like `lazyComponent`'s that the server never renders, so the server doesn't load it either. */
export const lazyInBrowser = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => waitUntilOnline().then(load));

/** On the server, waits until all lazy components are loaded, including those that a loaded one uses. */
export async function waitForLazyComponents(): Promise<void> {
  while (loadPromises.size > 0) await Promise.all(loadPromises);
}

/**
 * Loads a component for live updates once the server is reachable, because some browsers never retry a module that
 * failed to load. The "online" event isn't enough, because the first requests after it may still fail. If loading fails
 * anyway, the component renders nothing.
 */
export async function loadWhenReachable<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Promise<{ default: ComponentType<Props> }> {
  await waitUntilReachable();
  return load().catch(() => ({ default: () => null }));
}
