import { createContext, useContext } from "react";
import { useRouteLoaderData } from "react-router";
import { formatFullDate } from "#core/full-date.ts";
import { formatRelativeTime, getRelativeTimeExpiry } from "#core/relative-time.ts";
import type { SiteData } from "../page/site-data.ts";

/** Server only: reports a time (milliseconds since 1970) at which the rendered page becomes outdated. */
export const PageExpiryContext = createContext<((time: number) => void) | undefined>(undefined);

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
