import type { Manifest } from "./manifest.ts";

const manifestCache = new WeakMap<Manifest, Map<string, Manifest>>();

/** The same routes always get the same object, so what is derived from it can be cached. */
export function pickMatchedRoutes(
  manifest: Manifest,
  matches: readonly { readonly route: { readonly id: string } }[],
): Manifest {
  const ids = matches.map(({ route }) => route.id);
  const byIds = manifestCache.get(manifest) ?? new Map<string, Manifest>();
  manifestCache.set(manifest, byIds);
  const key = ids.join(" ");
  const cached = byIds.get(key);
  if (cached) return cached;
  const routes = Object.fromEntries(
    ids.flatMap((id) => (manifest.routes[id] ? [[id, manifest.routes[id]]] : [])),
  );
  const matched = { ...manifest, routes };
  byIds.set(key, matched);
  return matched;
}
