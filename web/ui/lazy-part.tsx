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

/** For a part that an event asks for: waits for the network, since a browser never asks again for a module it missed. */
export async function loadOnline<Module>(load: () => Promise<Module>): Promise<Module> {
  if (!navigator.onLine) await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
  return load();
}
