import type { SitePage } from "#core/settings/types.ts";

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
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by server/markdown */}
      <div className="prose mt-6" dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}
