import { useContext } from "react";
import { useRouteLoaderData } from "react-router";
import { formatFullDate } from "#core/full-date.ts";
import { formatRelativeTime, getRelativeTimeExpiry } from "#core/relative-time.ts";
import { PageExpiryContext } from "./page-expiry.ts";
import type { SiteData } from "./site-data.ts";

interface RelativeTimeProps {
  readonly time: string;
  readonly format: "list" | "detail";
  readonly hasTooltip?: boolean;
}

/** A relative time, as of when the server rendered the page. */
export function RelativeTime({ time, format, hasTooltip = true }: RelativeTimeProps) {
  const site = useRouteLoaderData<SiteData>("root");
  const now = new Date(site?.now ?? time);
  useContext(PageExpiryContext)?.(getRelativeTimeExpiry(time, now, format));
  return (
    <time dateTime={time} title={hasTooltip ? formatFullDate(time) : undefined}>
      {formatRelativeTime(time, now, format)}
    </time>
  );
}
