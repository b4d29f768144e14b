import { useRouteLoaderData } from "react-router";
import type { SiteData } from "./site-data.ts";

/** The title of a page that React renders in place of a route's own, without its `meta`. */
export function ErrorTitle({ title }: { readonly title: string }) {
  const site = useRouteLoaderData<SiteData>("root");
  return <title>{site ? `${title} · ${site.name}` : title}</title>;
}
