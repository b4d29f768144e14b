import type { Viewer } from "#core/accounts/member.ts";
import { parseModeratedCommentsQuery, parseModeratedPostsQuery } from "#core/forum/moderation.ts";
import { parseArticlesQuery } from "#core/news/admin-articles.ts";
import type { Admin } from "#server/admin/index.ts";
import { parseContentKind } from "./content-paths.ts";

export async function loadContent(content: Admin["content"], viewer: Viewer, params: URLSearchParams) {
  switch (parseContentKind(params)) {
    case "comments": {
      const query = parseModeratedCommentsQuery(params);
      return { kind: "comments" as const, query, page: await content.listComments(viewer, query) };
    }
    case "articles": {
      const query = parseArticlesQuery(params);
      return { kind: "articles" as const, query, page: await content.listArticles(viewer, query) };
    }
    case "sources":
      return { kind: "sources" as const, sources: await content.listSources(viewer) };
    default: {
      const query = parseModeratedPostsQuery(params);
      return { kind: "posts" as const, query, page: await content.listPosts(viewer, query) };
    }
  }
}

export type ContentList = Awaited<ReturnType<typeof loadContent>>;
