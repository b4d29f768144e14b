import type { PageKind } from "#core/settings/types.ts";
import { operation } from "#web/operation.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import { cacheForVisitors } from "#web/server-context.ts";
import { Prose } from "#web/ui/prose.tsx";
import type { Route } from "./+types/site-page";

const PAGES: Readonly<Record<PageKind, { readonly title: string; readonly description: string }>> = {
  privacy: {
    title: "Privacy Policy",
    description:
      "What this site stores about its visitors and members, why, for how long, and how to download or delete it.",
  },
  terms: { title: "Terms of Service", description: "The rules for everyone who reads and posts here." },
};
const LONG_DATE = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

/** Derives the kind from the matched route, because a URL's capitalization can differ, as in /Terms. */
const getKind = (route: string): PageKind => (route.endsWith("terms") ? "terms" : "privacy");

export const meta: Route.MetaFunction = ({ matches }) => {
  const kind = getKind(matches.at(-1)?.id ?? "");
  return pageMeta(matches, { ...PAGES[kind], path: `/${kind}` });
};

export async function loader({ context, pattern }: Route.LoaderArgs) {
  cacheForVisitors(context);
  const kind = getKind(pattern);
  return { kind, ...(await operation(context, ({ settings }) => settings.readPage(kind))) };
}

/** The Privacy Policy or the Terms of Service. */
export default function SitePage({ loaderData: { kind, html, changedAt } }: Route.ComponentProps) {
  return (
    <article className="page-main">
      <h1 className="text-xl sm:text-2xl">{PAGES[kind].title}</h1>
      {changedAt ? (
        <p className="mt-1 text-sm text-faint">
          Last updated <time dateTime={changedAt}>{LONG_DATE.format(new Date(changedAt))}</time>
        </p>
      ) : null}
      <Prose html={html} className="mt-6" />
    </article>
  );
}
