import { type ComponentType, lazy } from "react";

/** The components that the server is still loading. */
const loadPromises = new Set<Promise<void>>();

/** A component that is loaded when it's first shown; it must be in a `<Suspense>`. The server loads it at startup. */
export function lazyComponent<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  if (!import.meta.env.SSR) return lazy(load);
  let Component: ComponentType<Props> = () => null;
  const promise = load().then((loaded) => {
    Component = loaded.default;
    loadPromises.delete(promise);
  });
  loadPromises.add(promise);
  return (props: Props) => <Component {...props} />;
}

/** On the server, waits until all lazy components are loaded, including those that a loaded one uses. */
export async function waitForLazyComponents(): Promise<void> {
  while (loadPromises.size > 0) await Promise.all(loadPromises);
}

const RETRY_DELAY_MS = 1_000;

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

export async function waitUntilReachable(): Promise<void> {
  while (!(await isReachable())) await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
}

/** Whether the server responds. A proxy may respond on behalf of a server that is down, so this checks the status. */
export const isReachable = (): Promise<boolean> =>
  fetch("/healthz", { method: "HEAD" }).then(
    ({ ok }) => ok,
    () => false,
  );
