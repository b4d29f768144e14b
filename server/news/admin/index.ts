import { bindOperations } from "#server/platform/bind-operations.ts";
import { deleteSource } from "../delete-source.ts";
import type { NewsDeps } from "../deps.ts";
import { listSources } from "../list-sources.ts";
import { editArticle, readEditableArticle, setFlash } from "./edit-article.ts";
import { listAdminArticles } from "./list-admin-articles.ts";
import { deleteArticle, hideArticle, unhideArticle } from "./remove-article.ts";
import { fetchSourceNow, setSourcePaused } from "./run-source.ts";
import { addTestedSource, editTestedSource, testSource } from "./test-source.ts";

export function createNewsAdministration(deps: NewsDeps) {
  return {
    ...bindOperations(deps, {
      listArticles: listAdminArticles,
      readArticle: readEditableArticle,
      editArticle,
      setFlash,
      hideArticle,
      unhideArticle,
      deleteArticle,
      listSources,
      testSource,
      addSource: addTestedSource,
      editSource: editTestedSource,
      setSourcePaused,
      fetchSource: fetchSourceNow,
      deleteSource,
    }),
  };
}
