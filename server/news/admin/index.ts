/** News operations for administrators. All throw not_signed_in and access_denied. */
import type { Viewer } from "#core/accounts/member.ts";
import type { Page } from "#core/forum/types.ts";
import type {
  AdministeredArticle,
  AdministeredArticlesQuery,
  EditedArticle,
  FoundFeed,
} from "#core/news/administration.ts";
import type { RawSourceInput } from "#core/news/source-input.ts";
import type { NewsSource } from "#core/news/types.ts";
import { deleteSource } from "../delete-source.ts";
import type { NewsDeps } from "../deps.ts";
import type { SourceEdit } from "../edit-source.ts";
import type { SourceOutcome } from "../gather/gather-source.ts";
import { listSources } from "../list-sources.ts";
import { type ArticleEdit, editArticle, flashArticle, readEditedArticle } from "./edit-article.ts";
import { listAdministeredArticles } from "./list-administered-articles.ts";
import { deleteArticle, hideArticle, type PutAway, showArticle } from "./put-away-article.ts";
import { fetchSourceNow, pauseSource } from "./run-source.ts";
import { addTriedSource, editTriedSource, trySource } from "./try-source.ts";

export interface NewsAdministration {
  listArticles(viewer: Viewer, query: AdministeredArticlesQuery): Promise<Page<AdministeredArticle>>;
  readArticle(viewer: Viewer, id: string): Promise<EditedArticle>;
  editArticle(viewer: Viewer, edit: ArticleEdit): Promise<void>;
  /** Null removes the override. */
  flashArticle(viewer: Viewer, flash: PutAway & { readonly on: boolean | null }): Promise<void>;
  hideArticle(viewer: Viewer, article: PutAway): Promise<void>;
  showArticle(viewer: Viewer, article: PutAway): Promise<void>;
  deleteArticle(viewer: Viewer, article: PutAway): Promise<void>;
  listSources(viewer: Viewer): Promise<NewsSource[]>;
  trySource(viewer: Viewer, source: RawSourceInput): Promise<FoundFeed>;
  addSource(viewer: Viewer, source: RawSourceInput): Promise<{ id: string; found: FoundFeed }>;
  editSource(viewer: Viewer, edit: SourceEdit): Promise<void>;
  /** Pauses the source if `on`, resumes it otherwise. */
  pauseSource(viewer: Viewer, pause: { readonly id: string; readonly on: boolean }): Promise<void>;
  fetchSource(viewer: Viewer, id: string): Promise<SourceOutcome>;
  deleteSource(viewer: Viewer, id: string): Promise<void>;
}

export function createNewsAdministration(deps: NewsDeps): NewsAdministration {
  return {
    listArticles: (viewer, query) => listAdministeredArticles(deps, viewer, query),
    readArticle: (viewer, id) => readEditedArticle(deps, viewer, id),
    editArticle: (viewer, edit) => editArticle(deps, viewer, edit),
    flashArticle: (viewer, flash) => flashArticle(deps, viewer, flash),
    hideArticle: (viewer, article) => hideArticle(deps, viewer, article),
    showArticle: (viewer, article) => showArticle(deps, viewer, article),
    deleteArticle: (viewer, article) => deleteArticle(deps, viewer, article),
    listSources: (viewer) => listSources(deps, viewer),
    trySource: (viewer, source) => trySource(deps, viewer, source),
    addSource: (viewer, source) => addTriedSource(deps, viewer, source),
    editSource: (viewer, edit) => editTriedSource(deps, viewer, edit),
    pauseSource: (viewer, pause) => pauseSource(deps, viewer, pause),
    fetchSource: (viewer, id) => fetchSourceNow(deps, viewer, id),
    deleteSource: (viewer, id) => deleteSource(deps, viewer, id),
  };
}
