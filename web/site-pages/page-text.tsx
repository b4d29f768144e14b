import type { SitePage } from "#core/settings/types.ts";

const DAY = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

/** A text of the site's own: its Privacy Policy, its Terms of Service. */
export function PageText({ title, page: { html, changedAt } }: { title: string; page: SitePage }) {
  return (
    <article className="mx-auto w-full max-w-3xl">
      <h1 className="text-2xl">{title}</h1>
      {changedAt ? (
        <p className="mt-1 text-sm text-faint">
          Last changed <time dateTime={changedAt}>{DAY.format(new Date(changedAt))}</time>
        </p>
      ) : null}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made safe by server/markdown */}
      <div className="prose mt-6" dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}
