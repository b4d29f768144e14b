/** Atom feeds of the news and the forum, the sitemap and robots.txt, with public content only. */
import { sql } from "drizzle-orm";
import { Hono } from "hono";
import type { Page, PostCard, PostListQuery } from "#core/forum/types.ts";
import { NEWS_CATEGORY_LABELS, NEWS_FILTERS, type NewsFilter } from "#core/news/categories.ts";
import { LATEST_LIMIT } from "#core/news/limits.ts";
import type { NewsCard, NewsListQuery } from "#core/news/types.ts";
import { buildIconPath } from "#core/settings/branding.ts";
import type { Branding, SiteSettings } from "#core/settings/types.ts";
import type { Database } from "#server/database/index.ts";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Clock } from "#server/platform/clock.ts";
import { memoizeUntilAnnounced } from "#server/platform/memoize.ts";
import { dependOn } from "#server/platform/request-scope.ts";
import { ATOM_TYPE, type AtomEntry, escapeXml, renderAtom } from "./atom.ts";

export interface SyndicationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly announcements: Pick<Announcements, "on" | "onGap" | "isCurrent">;
  readonly site: { readonly publicUrl: string };
  readonly settings: { read(): Promise<Pick<SiteSettings, "siteName" | "aiTools" | "branding">> };
  readonly news: { listNews(query: NewsListQuery): Promise<Page<NewsCard>> };
  readonly forum: { listPosts(viewer: null, query: PostListQuery): Promise<Page<PostCard>> };
}

/** The maximum number of articles in the sitemap, and also of posts. The format allows 50,000 URLs in total. */
const SITEMAP_MAX = 20_000;
const SITEMAP_TTL_MS = 600_000;
const PAGES = ["/", "/news", "/forum", "/ai-tools", "/wallet", "/privacy", "/terms"];

export function createSyndication(deps: SyndicationDeps) {
  const { publicUrl } = deps.site;
  const feeds = new Hono().get("/:name{[a-z]+[.]xml}", async (c) => {
    const name = c.req.param("name").replace(/\.xml$/, "");
    const filter =
      name === "news"
        ? "all"
        : NEWS_FILTERS.find((filterName) => filterName === name && filterName !== "all");
    const xml =
      name === "forum"
        ? await renderForumFeed(deps)
        : filter === undefined
          ? null
          : await renderNewsFeed(deps, name, filter);
    if (xml === null) return c.text("Not found\n", 404);
    return c.body(xml, 200, { "Content-Type": ATOM_TYPE, "Cache-Control": "public, no-cache" });
  });
  return {
    /** `/news.xml`, `/<category>.xml` and `/forum.xml`; mounted at /feeds. */
    feeds,
    buildSitemap: memoizeUntilAnnounced(() => renderSitemap(deps), {
      ...deps,
      topics: ["forum", "news", "settings"],
      ttlMs: SITEMAP_TTL_MS,
    }),
    buildRobots: () =>
      [
        "User-agent: *",
        "Disallow: /admin",
        "Disallow: /auth/",
        "Disallow: /create",
        "Disallow: /report",
        "Disallow: /settings",
        "",
        `Sitemap: ${publicUrl}/sitemap.xml`,
        "",
      ].join("\n"),
  };
}

export type Syndication = ReturnType<typeof createSyndication>;

async function renderNewsFeed(deps: SyndicationDeps, name: string, category: NewsFilter): Promise<string> {
  const { site } = deps;
  const { siteName, branding } = await deps.settings.read();
  const { items } = await deps.news.listNews({ category, search: "", cursor: null, size: LATEST_LIMIT });
  const label = category === "all" ? "News" : `${NEWS_CATEGORY_LABELS[category]} news`;
  return renderAtom({
    selfUrl: `${site.publicUrl}/feeds/${name}.xml`,
    pageUrl: `${site.publicUrl}/news${category === "all" ? "" : `?category=${category}`}`,
    title: `${siteName}: ${label}`,
    subtitle: `${label} from many sources, collected by ${siteName}`,
    generator: siteName,
    ...describeBranding(branding, site.publicUrl),
    // Sample articles are shown only on the site itself.
    entries: items
      .filter(({ isSample }) => !isSample)
      .map(
        (card): AtomEntry => ({
          pageUrl: `${site.publicUrl}/news/${card.id}`,
          title: card.title,
          summary: card.excerpt,
          author: `${card.author}, ${card.source}`,
          publishedAt: card.publishedAt,
          categories: [...new Set([card.category, ...card.tags])],
        }),
      ),
  });
}

const ICON_SIZE = 192;

const describeBranding = ({ favicon, logo }: Branding, publicUrl: string) => ({
  icon: favicon && publicUrl + buildIconPath(favicon, ICON_SIZE),
  logo: logo && publicUrl + logo.path,
});

async function renderForumFeed({ site, forum, settings }: SyndicationDeps): Promise<string> {
  const { siteName, branding } = await settings.read();
  const { items } = await forum.listPosts(null, {
    sort: "new",
    period: "all",
    categories: [],
    tag: null,
    search: "",
    cursor: null,
  });
  return renderAtom({
    selfUrl: `${site.publicUrl}/feeds/forum.xml`,
    pageUrl: `${site.publicUrl}/forum?sort=new`,
    title: `${siteName}: Forum`,
    subtitle: "The latest posts from the community",
    generator: siteName,
    ...describeBranding(branding, site.publicUrl),
    entries: items.map((post) => ({
      pageUrl: `${site.publicUrl}/forum/${post.id}`,
      title: post.title,
      summary: post.excerpt,
      author: post.author.username,
      publishedAt: post.createdAt,
      categories: [...new Set([post.category, ...post.tags])],
    })),
  });
}

/** Renders the sitemap. A single query fetches the articles and posts. */
async function renderSitemap({ database, site, settings }: SyndicationDeps): Promise<string> {
  const { aiTools } = await settings.read();
  dependOn("posts");
  dependOn("news");
  const { rows } = await database.reader.execute<{ path: string; day: string }>(sql`
    (select '/news/' || id as path, to_char(published_at at time zone 'UTC', 'YYYY-MM-DD') as day
      from public.news_articles where not is_sample and hidden_at is null order by published_at desc, id desc limit ${SITEMAP_MAX})
    union all
    (select '/forum/' || id, to_char(coalesce(edited_at, created_at) at time zone 'UTC', 'YYYY-MM-DD')
      from public.forum_posts where deleted_at is null order by created_at desc, id desc limit ${SITEMAP_MAX})`);
  const buildEntry = (path: string, day?: string) =>
    `<url><loc>${escapeXml(site.publicUrl + path)}</loc>${day ? `<lastmod>${day}</lastmod>` : ""}</url>`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...PAGES.filter((path) => aiTools || path !== "/ai-tools").map((path) => buildEntry(path)),
    ...rows.map(({ path, day }) => buildEntry(path, day)),
    "</urlset>\n",
  ].join("\n");
}
