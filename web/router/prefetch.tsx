import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { listFiles } from "./create-routes.tsx";
import { loadRoutesFor } from "./load-routes.ts";
import { useRouter } from "./use-router.ts";

/** Fetches the data and scripts of a page that a user is about to open; `page` is its path and query. */
export function Prefetch({ page }: { readonly page: string }) {
  const router = useRouter();
  const { pathname, search } = useLocation();
  const [scripts, setScripts] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let isActive = true;
    const update = () => {
      if (isActive) setScripts(findScripts((router.match(page) ?? []).map(({ route }) => route.id)));
    };
    loadRoutesFor(router, page).then(update, () => {});
    return () => {
      isActive = false;
    };
  }, [router, page]);
  if (page === pathname + search) return null;
  return (
    <>
      <link rel="prefetch" as="fetch" href={getDataPath(page)} />
      {[...scripts].map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
    </>
  );
}

function findScripts(ids: readonly string[]): Set<string> {
  const entries = ids.flatMap((id) => window.page.routes[id] ?? []);
  return new Set(entries.flatMap(listFiles));
}

/** The URL at which React Router requests a page's data. */
function getDataPath(page: string): string {
  const [path = "", query] = page.split("?");
  return `${path}${path.endsWith("/") ? "_" : ""}.data${query === undefined ? "" : `?${query}`}`;
}
