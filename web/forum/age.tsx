import { useContext } from "react";
import { useRouteLoaderData } from "react-router";
import { formatFullDate } from "#core/forum/full-date.ts";
import { formatRelativeTime, getRelativeTimeExpiry } from "#core/forum/relative-time.ts";
import { PageExpiryContext } from "#web/shell/page-expiry.ts";
import type { SiteData } from "#web/shell/site-data.ts";

/** A relative time, as of when the server rendered the page, with the full date as a tooltip. */
export function Age({ time, form }: { time: string; form: "list" | "detail" }) {
  const site = useRouteLoaderData<SiteData>("root");
  const now = new Date(site?.now ?? time);
  useContext(PageExpiryContext)?.(getRelativeTimeExpiry(time, now, form));
  return (
    <time dateTime={time} title={formatFullDate(time)}>
      {formatRelativeTime(time, now, form)}
    </time>
  );
}
