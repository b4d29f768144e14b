/** News operations for administrators. All throw not_signed_in and access_denied. */
import type { Viewer } from "#core/accounts/member.ts";
import type { Page } from "#core/forum/types.ts";
import type {
  AdminArticle,
  AdminArticlesQuery,
  EditableArticle,
  FeedTestResult,
} from "#core/news/admin-articles.ts";
import type { RawSourceInput } from "#core/news/source-input.ts";
import type { NewsSource } from "#core/news/types.ts";
import { deleteSource } from "../delete-source.ts";
import type { NewsDeps } from "../deps.ts";
import type { SourceEdit } from "../edit-source.ts";
import type { SourceOutcome } from "../ingest/ingest-source.ts";
import { listSources } from "../list-sources.ts";
import {
  type ArticleEdit,
  type ArticleFlash,
  editArticle,
  flashArticle,
  readEditableArticle,
} from "./edit-article.ts";
import { listAdminArticles } from "./list-admin-articles.ts";
import { type ArticleActionInput, deleteArticle, hideArticle, showArticle } from "./remove-article.ts";
import { fetchSourceNow, pauseSource } from "./run-source.ts";
import { addTestedSource, editTestedSource, testSource } from "./test-source.ts";

export interface NewsAdministration {
  listArticles(viewer: Viewer, query: AdminArticlesQuery): Promise<Page<AdminArticle>>;
  readArticle(viewer: Viewer, id: string): Promise<EditableArticle>;
  editArticle(viewer: Viewer, edit: ArticleEdit): Promise<void>;
  /** Null removes the override. */
  flashArticle(viewer: Viewer, flash: ArticleFlash): Promise<void>;
  hideArticle(viewer: Viewer, article: ArticleActionInput): Promise<void>;
  showArticle(viewer: Viewer, article: ArticleActionInput): Promise<void>;
  deleteArticle(viewer: Viewer, article: ArticleActionInput): Promise<void>;
  listSources(viewer: Viewer): Promise<NewsSource[]>;
  testSource(viewer: Viewer, source: RawSourceInput): Promise<FeedTestResult>;
  addSource(viewer: Viewer, source: RawSourceInput): Promise<{ id: string; testResult: FeedTestResult }>;
  editSource(viewer: Viewer, edit: SourceEdit): Promise<void>;
  /** Pauses the source if `isPaused`, resumes it otherwise. */
  pauseSource(viewer: Viewer, pause: { readonly id: string; readonly isPaused: boolean }): Promise<void>;
  fetchSource(viewer: Viewer, id: string): Promise<SourceOutcome>;
  deleteSource(viewer: Viewer, id: string): Promise<void>;
}

export function createNewsAdministration(deps: NewsDeps): NewsAdministration {
  return {
    listArticles: (viewer, query) => listAdminArticles(deps, viewer, query),
    readArticle: (viewer, id) => readEditableArticle(deps, viewer, id),
    editArticle: (viewer, edit) => editArticle(deps, viewer, edit),
    flashArticle: (viewer, flash) => flashArticle(deps, viewer, flash),
    hideArticle: (viewer, article) => hideArticle(deps, viewer, article),
    showArticle: (viewer, article) => showArticle(deps, viewer, article),
    deleteArticle: (viewer, article) => deleteArticle(deps, viewer, article),
    listSources: (viewer) => listSources(deps, viewer),
    testSource: (viewer, source) => testSource(deps, viewer, source),
    addSource: (viewer, source) => addTestedSource(deps, viewer, source),
    editSource: (viewer, edit) => editTestedSource(deps, viewer, edit),
    pauseSource: (viewer, pause) => pauseSource(deps, viewer, pause),
    fetchSource: (viewer, id) => fetchSourceNow(deps, viewer, id),
    deleteSource: (viewer, id) => deleteSource(deps, viewer, id),
  };
}
