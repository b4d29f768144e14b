import type { SitePage } from "#core/settings/types.ts";
import { Prose } from "#web/ui/prose.tsx";

const DAY = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

/** The Privacy Policy or the Terms of Service. */
export function PageText({ title, page: { html, changedAt } }: { title: string; page: SitePage }) {
  return (
    <article className="page-main">
      <h1 className="text-xl sm:text-2xl">{title}</h1>
      {changedAt ? (
        <p className="mt-1 text-sm text-faint">
          Last updated <time dateTime={changedAt}>{DAY.format(new Date(changedAt))}</time>
        </p>
      ) : null}
      <Prose html={html} className="mt-6" />
    </article>
  );
}
