/** News: fetches feeds, cleans their articles by the rules of core/news, and stores and lists them. */
import type { Files } from "#server/files/index.ts";
import { bindOperations } from "#server/platform/bind-operations.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import { addSamples } from "./add-samples.ts";
import { addSource } from "./add-source.ts";
import { createNewsAdministration } from "./admin/index.ts";
import { createNewsCounter } from "./count-news.ts";
import { createViewCounter } from "./count-view.ts";
import { deleteSource } from "./delete-source.ts";
import type { NewsDeps } from "./deps.ts";
import { editSource } from "./edit-source.ts";
import { createFeedReader } from "./feed/feed-reader.ts";
import { fetchImages } from "./images/fetch-images.ts";
import { createImagesHttp } from "./images/http.ts";
import { createImageFiles } from "./images/image-files.ts";
import { ingestNews } from "./ingest/ingest-news.ts";
import { syncSources } from "./ingest/sync-sources.ts";
import { addNewsJobs } from "./jobs.ts";
import { listNews, readHomeNews } from "./list-news.ts";
import { listSourceNames, listSources } from "./list-sources.ts";
import { prepareDiscussion } from "./prepare-discussion.ts";
import { publishDiscussion } from "./publish-discussion.ts";
import { readArticle } from "./read-article.ts";
import { readArticleTexts } from "./read-article-texts.ts";

export type { SourceEdit } from "./edit-source.ts";
export { createFeedReader } from "./feed/feed-reader.ts";
export type { IngestOptions, IngestResult } from "./ingest/ingest-news.ts";
export type { SourceOutcome } from "./ingest/ingest-source.ts";
export { describeOutage } from "./jobs.ts";
export { loadSourceList } from "./load-source-list.ts";

/** Selects the paths of the image files that must exist, as createImageFiles builds them. */
export const NEWS_FILES_SQL = `select 'news-images/' || left(id::text, 2) || '/' || id || '-' || size || '.webp'
  from public.news_images cross join (values ('whole'), ('small')) as sizes (size) where state = 'stored'`;

export interface CreateNewsDeps
  extends Omit<NewsDeps, "reader" | "imageFiles" | "settings">,
    Pick<Partial<NewsDeps>, "reader"> {
  readonly settings: Pick<NewsDeps["settings"], "sources" | "pollMinutes" | "proxyUrl"> &
    Partial<NewsDeps["settings"]>;
  readonly files: Pick<Files, "put" | "get">;
}

const FETCH_MS = 20_000;
/** The number of sources fetched at the same time. */
const CONCURRENCY = 8;

export function createNews({ files, settings, ...rest }: CreateNewsDeps) {
  const deps: NewsDeps = {
    ...rest,
    reader: rest.reader ?? createFeedReader(),
    imageFiles: createImageFiles(files),
    settings: { fetchMs: FETCH_MS, concurrency: CONCURRENCY, ...settings },
  };
  return {
    administration: createNewsAdministration(deps),
    imagesHttp: createImagesHttp(deps.imageFiles),
    ...bindOperations(deps, {
      listNews,
      readHomeNews,
      readArticle,
      readArticleTexts,
      prepareDiscussion,
      publishDiscussion,
      listSources,
      addSource,
      editSource,
      deleteSource,
      listSourceNames,
      ingestNews,
      fetchImages,
      syncSources,
      addSamples,
    }),
    countView: createViewCounter(deps),
    countNews: createNewsCounter(deps),
    addJobs(jobs: Jobs) {
      if (deps.settings.pollMinutes !== null) addNewsJobs(deps, jobs);
    },
    close: () => deps.reader.close(),
  };
}

export type News = ReturnType<typeof createNews>;
