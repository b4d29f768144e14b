/**
 * News: feeds are fetched, cleaned by the rules of core/news, stored and listed. Owns news_sources,
 * news_articles, news_images, their search terms, counts and views, and the files in news-images/.
 * `imagesHttp` is mounted at /news-images. External content is fetched with the safe fetch and parsed in a worker
 * thread.
 */
import type { Hono } from "hono";
import type { Viewer } from "#core/accounts/member.ts";
import type { Page } from "#core/forum/types.ts";
import type { RawSourceInput } from "#core/news/source-input.ts";
import type {
  HomeNews,
  NewsCard,
  NewsCounters,
  NewsDetail,
  NewsListQuery,
  NewsSource,
  PreparedDiscussion,
  PublishedDiscussion,
} from "#core/news/types.ts";
import type { Files } from "#server/files/index.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import { addSamples } from "./add-samples.ts";
import { addSource } from "./add-source.ts";
import { createNewsAdministration, type NewsAdministration } from "./admin/index.ts";
import { createNewsCounter } from "./count-news.ts";
import { createViewCounter, type Visitor } from "./count-view.ts";
import { deleteSource } from "./delete-source.ts";
import type { NewsDeps } from "./deps.ts";
import { editSource, type SourceEdit } from "./edit-source.ts";
import { createFeedReader } from "./feed/feed-reader.ts";
import { fetchImages } from "./images/fetch-images.ts";
import { createImagesHttp } from "./images/http.ts";
import { createImageFiles } from "./images/image-files.ts";
import { type IngestOptions, type IngestResult, ingestNews } from "./ingest/ingest-news.ts";
import { syncSources } from "./ingest/sync-sources.ts";
import { addNewsJobs } from "./jobs.ts";
import { listNews, readHomeNews } from "./list-news.ts";
import { listSourceNames, listSources } from "./list-sources.ts";
import { prepareDiscussion } from "./prepare-discussion.ts";
import { type NewDiscussion, publishDiscussion } from "./publish-discussion.ts";
import { readArticle } from "./read-article.ts";
import { readArticleTexts } from "./read-article-texts.ts";

export type { Visitor } from "./count-view.ts";
export type { SourceEdit } from "./edit-source.ts";
export { createFeedReader } from "./feed/feed-reader.ts";
export type { IngestOptions, IngestResult } from "./ingest/ingest-news.ts";
export type { SourceOutcome } from "./ingest/ingest-source.ts";
export { describeOutage } from "./jobs.ts";
export { loadSourceList } from "./load-source-list.ts";

/** Selects the paths of all stored images. */
export const NEWS_FILES_SQL = `select 'news-images/' || left(id::text, 2) || '/' || id || '-' || size || '.webp'
  from public.news_images cross join (values ('whole'), ('small')) as sizes (size) where state = 'stored'`;

export interface News {
  /** For administrators. */
  readonly administration: NewsAdministration;
  /** Mounted at /news-images. */
  readonly imagesHttp: Hono;
  /** One page of a list, or of a search unless `search` is blank. Newest first. */
  listNews(query: NewsListQuery): Promise<Page<NewsCard>>;
  /** Flash news and a page of the latest for the home page. */
  readHomeNews(cursor: string | null): Promise<HomeNews>;
  /** Reads an article with up to three related ones. Throws article_not_found. */
  readArticle(id: string): Promise<NewsDetail>;
  /** Plain text by id, truncated. */
  readArticleTexts(ids: readonly string[], length: number): Promise<ReadonlyMap<string, string>>;
  /** Counts a view of an article, once per visitor and day. */
  countView(articleId: string, visitor: Visitor): Promise<void>;
  countNews(): Promise<NewsCounters>;
  /** What the editor starts with to discuss an article. Throws sign_in_to_post, article_not_found. */
  prepareDiscussion(viewer: Viewer, articleId: string): Promise<PreparedDiscussion>;
  /** Publishes an article's one discussion. Throws what prepareDiscussion and the forum's createPost throw. */
  publishDiscussion(
    viewer: Viewer,
    articleId: string,
    discussion: NewDiscussion,
  ): Promise<PublishedDiscussion>;
  /** All sources and their health. For administrators, like the next three: throws not_signed_in, access_denied. */
  listSources(viewer: Viewer): Promise<NewsSource[]>;
  addSource(viewer: Viewer, source: RawSourceInput): Promise<{ id: string }>;
  editSource(viewer: Viewer, edit: SourceEdit): Promise<void>;
  deleteSource(viewer: Viewer, id: string): Promise<void>;
  /** Names of the enabled sources. */
  listSourceNames(): Promise<string[]>;
  /** Fetches due sources, or all with `force`. */
  ingestNews(options?: IngestOptions): Promise<IngestResult>;
  fetchImages(options?: { limit?: number }): Promise<{ stored: number; failed: number }>;
  /** Syncs the sources with the configured list. */
  syncSources(): Promise<void>;
  /** Adds the sample articles if there are no others; returns whether the site shows them. */
  addSamples(): Promise<boolean>;
  /** Adds the background jobs, if polling is on. */
  addJobs(jobs: Jobs): void;
  close(): Promise<void>;
}

export interface CreateNewsDeps
  extends Omit<NewsDeps, "reader" | "imageFiles" | "settings">,
    Pick<Partial<NewsDeps>, "reader"> {
  readonly settings: Pick<NewsDeps["settings"], "sources" | "pollMinutes" | "proxyUrl"> &
    Partial<NewsDeps["settings"]>;
  readonly files: Pick<Files, "put" | "get">;
}

/** Timeout per source, and concurrency. See ingestNews. */
const FETCH_MS = 20_000;
const CONCURRENCY = 8;

export function createNews({ files, settings, ...rest }: CreateNewsDeps): News {
  const deps: NewsDeps = {
    ...rest,
    reader: rest.reader ?? createFeedReader(),
    imageFiles: createImageFiles(files),
    settings: { fetchMs: FETCH_MS, concurrency: CONCURRENCY, ...settings },
  };
  return {
    administration: createNewsAdministration(deps),
    imagesHttp: createImagesHttp(deps.imageFiles),
    listNews: (query) => listNews(deps, query),
    readHomeNews: (cursor) => readHomeNews(deps, cursor),
    readArticle: (id) => readArticle(deps, id),
    readArticleTexts: (ids, length) => readArticleTexts(deps, ids, length),
    countView: createViewCounter(deps),
    countNews: createNewsCounter(deps),
    prepareDiscussion: (viewer, articleId) => prepareDiscussion(deps, viewer, articleId),
    publishDiscussion: (viewer, articleId, discussion) =>
      publishDiscussion(deps, viewer, articleId, discussion),
    listSources: (viewer) => listSources(deps, viewer),
    addSource: (viewer, source) => addSource(deps, viewer, source),
    editSource: (viewer, edit) => editSource(deps, viewer, edit),
    deleteSource: (viewer, id) => deleteSource(deps, viewer, id),
    listSourceNames: () => listSourceNames(deps),
    ingestNews: (options) => ingestNews(deps, options),
    fetchImages: (options) => fetchImages(deps, options),
    syncSources: () => syncSources(deps),
    addSamples: () => addSamples(deps),
    addJobs(jobs) {
      if (deps.settings.pollMinutes !== null) addNewsJobs(deps, jobs);
    },
    close: () => deps.reader.close(),
  };
}
