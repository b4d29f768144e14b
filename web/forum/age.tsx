import { useContext } from "react";
import { useRouteLoaderData } from "react-router";
import { relativeTime, relativeTimeHolds } from "#core/forum/relative-time.ts";
import { HoldsUntilContext } from "#web/shell/holds-until.ts";
import type { SiteData } from "#web/shell/site-data.ts";

const WHOLE = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** A relative time, counted from when the server made the page, with the whole date on pointing. */
export function Age({ time, form }: { time: string; form: "list" | "detail" }) {
  const site = useRouteLoaderData<SiteData>("root");
  const now = new Date(site?.now ?? time);
  useContext(HoldsUntilContext)?.(relativeTimeHolds(time, now, form));
  return (
    <time dateTime={time} title={`${WHOLE.format(new Date(time))} UTC`}>
      {relativeTime(time, now, form)}
    </time>
  );
}
