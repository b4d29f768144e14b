import { type ComponentType, lazy } from "react";

/**
 * A part that a browser loads when a page first shows it, such as what only members see. Stands in a `<Suspense>`.
 * The server loads it when it starts, so that its HTML is whole from the first page on and needs no script.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  if (!import.meta.env.SSR) return lazy(load);
  let Part: ComponentType<Props> = () => null;
  void load().then((loaded) => {
    Part = loaded.default;
  });
  return (props: Props) => <Part {...props} />;
}

const AGAIN_MS = 1_000;

/**
 * For a part that an event asks for: waits until the server can be reached, since a browser never asks again for a
 * module it missed. "online" alone is no answer: the first requests after it may still fail. Where the connection is
 * lost at that very moment, the page goes on without the part until it is loaded again.
 */
export async function loadOnline<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Promise<{ default: ComponentType<Props> }> {
  while (!(await isReachable())) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  return load().catch(() => ({ default: () => null }));
}

const isReachable = () =>
  fetch("/healthz", { method: "HEAD" }).then(
    () => true,
    () => false,
  );
