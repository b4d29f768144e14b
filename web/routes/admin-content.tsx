import { data } from "react-router";
import { ERRORS } from "#core/errors.ts";
import { BackLink } from "#web/admin/back-link.tsx";
import { CommentRow } from "#web/admin/content/comment-row.tsx";
import { ArticleForm, CommentForm, SourceForm } from "#web/admin/content/content-forms.tsx";
import { buildContentListPath, buildContentPath } from "#web/admin/content/content-paths.ts";
import { createContentHandlers } from "#web/admin/content/handle-content.ts";
import { PostRow } from "#web/admin/content/post-row.tsx";
import { findPreviousScreen } from "#web/admin/previous-screen.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import type { Refusal } from "#web/operation.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/admin-content";

const TITLES: Readonly<Record<string, string>> = {
  posts: "Moderate post",
  comments: "Edit comment",
  articles: "Edit article",
  sources: "Source",
};
const getTitle = (kind: string) => (Object.hasOwn(TITLES, kind) && TITLES[kind]) || "Content";

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, { title: getTitle(params.kind), path: "/admin", isListed: false });

export function loader({ request, context, url, params: { kind, contentId } }: Route.LoaderArgs) {
  const from = findPreviousScreen(request, url);
  return loadForMember(context, url, async ({ admin: { content } }, viewer) => {
    switch (kind) {
      case "posts":
        return { kind, from, post: await content.readPost(viewer, contentId) } as const;
      case "comments":
        return { kind, from, comment: await content.readComment(viewer, contentId) } as const;
      case "articles":
        return { kind, from, article: await content.readArticle(viewer, contentId) } as const;
      case "sources": {
        const sources = await content.listSources(viewer);
        const source = sources.find(({ id }) => id === contentId) ?? null;
        if (source === null && contentId !== "new") throw createNotFoundError("source_not_found");
        return { kind, from, source } as const;
      }
      default:
        throw new Response(null, { status: 404 });
    }
  });
}

function createNotFoundError(code: "source_not_found") {
  const { status, ...texts } = ERRORS[code];
  return data({ code, ...texts, fieldErrors: {} } satisfies Refusal, { status });
}

export function action(args: Route.ActionArgs) {
  const { kind, contentId } = args.params;
  // A post's page stays open for further actions. The other pages return to the list.
  const to =
    kind === "posts" ? buildContentPath(kind, contentId) : () => buildContentListPath(kind as "sources");
  return handleIntent(args, createContentHandlers(to));
}

export { sendToServer as clientAction } from "#web/forms/client-action.ts";

export default function AdminContent({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  const { kind } = loaderData;
  // Comments can't be edited if they or their posts are deleted.
  const isReadOnlyComment =
    kind === "comments" && Boolean(loaderData.comment.deletedAt || loaderData.comment.post.isDeleted);
  return (
    <div className="page-main grid grid-cols-1 gap-5">
      <BackLink to={buildContentListPath(kind)} />
      <h1 className="text-xl sm:text-2xl">
        {kind === "sources"
          ? loaderData.source
            ? "Edit source"
            : "Add source"
          : isReadOnlyComment
            ? "Moderate comment"
            : getTitle(kind)}
      </h1>
      {loaderData.kind === "posts" ? (
        <ul className="rounded-lg border border-line bg-surface">
          <PostRow post={loaderData.post} />
        </ul>
      ) : isReadOnlyComment && loaderData.kind === "comments" ? (
        <ul className="rounded-lg border border-line bg-surface">
          <CommentRow comment={loaderData.comment} />
        </ul>
      ) : (
        <div className="rounded-lg border border-line bg-surface p-4 sm:p-6">
          {loaderData.kind === "comments" ? (
            <CommentForm comment={loaderData.comment} />
          ) : loaderData.kind === "articles" ? (
            <ArticleForm article={loaderData.article} />
          ) : (
            <SourceForm source={loaderData.source} />
          )}
        </div>
      )}
    </div>
  );
}
