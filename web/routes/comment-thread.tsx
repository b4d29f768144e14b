import { lazy, Suspense } from "react";
import { buildCommentsParams, parseCommentsQuery } from "#core/forum/comments-query.ts";
import type { CommentNode, Page } from "#core/forum/types.ts";
import { CommentItem } from "#web/forum/comment-item.tsx";
import { handleComment } from "#web/forum/handle-comment.ts";
import { omitMarkdown } from "#web/forum/omit-markdown.ts";
import { parseVisit } from "#web/forum/record-visit.ts";
import { useTextTools } from "#web/forum/text/use-text-tools.ts";
import { useCommentDeletion } from "#web/forum/use-comment-deletion.ts";
import { LoadMore } from "#web/lists/load-more.tsx";
import { usePagedList } from "#web/lists/use-paged-list.ts";
import { useHasLiveUpdates } from "#web/live/live-updates.ts";
import { operation } from "#web/operation.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import { loadWhenReachable } from "#web/router/lazy-component.tsx";
import { cacheForVisitors } from "#web/server-context.ts";
import { Breadcrumb } from "#web/shell/breadcrumb.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import type { Route } from "./+types/comment-thread";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        title: `Comment on “${loaderData.post.title}”`,
        path: `/forum/${loaderData.post.id}`,
        isListed: false,
      })
    : pageMeta(matches, { title: "Comment not found", path: "/forum", isListed: false });

const LiveThread = lazy(() => loadWhenReachable(() => import("#web/forum/live-thread.tsx")));

export { shouldRevalidatePage as shouldRevalidate } from "#web/shell/should-revalidate.ts";

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  cacheForVisitors(context);
  const at = Date.now();
  const { postId, commentId } = params;
  const { sort, cursor } = parseCommentsQuery(url.searchParams);
  // This is only part of the thread, so highlight new comments without marking the thread as read.
  const { isSameVisit } = parseVisit(request, postId);
  const [post, thread] = await operation(context, (app, viewer) =>
    Promise.all([
      app.forum.getPost(viewer, postId),
      app.forum.listComments(viewer, { postId, sort, cursor, rootId: commentId, isSameVisit }),
    ]),
  );
  const initialForm = url.searchParams.has("edit")
    ? ("edit" as const)
    : url.searchParams.has("reply")
      ? ("reply" as const)
      : null;
  return {
    post: { id: post.id, title: post.title, isLocked: post.isLocked },
    thread: { items: omitMarkdown(thread.items), nextCursor: thread.nextCursor },
    at,
    sort,
    initialForm,
  };
}

export const action = handleComment;

const toReplies = (page: Page<CommentNode>): Page<CommentNode> => ({
  items: page.items[0]?.replies ?? [],
  nextCursor: page.nextCursor,
});
const getReplies = (data: { thread: Page<CommentNode> }) => toReplies(data.thread);

/** A comment with its replies: for links to one comment, and for threads too deep or too long for the post's page. */
export default function CommentThread({ loaderData, actionData }: Route.ComponentProps) {
  const { post, thread, at, sort } = loaderData;
  // After a rejected submission without JavaScript, the form is open again with the submitted text.
  const rejectedForm = actionData?.ok === false ? (actionData.intent === "edit" ? "edit" : "reply") : null;
  const initialForm = rejectedForm ?? loaderData.initialForm;
  const list = usePagedList(toReplies(thread), getReplies);
  const hasUpdates = useHasLiveUpdates();
  useTextTools(!post.isLocked);
  const [comment] = thread.items;
  const path = `/forum/${post.id}/comments/${comment?.id}`;
  const deleteComment = useCommentDeletion(path);
  if (!comment) return null;
  return (
    <div className="page-main grid grid-cols-1 gap-5">
      <Breadcrumb
        items={[
          { label: "Home", to: "/" },
          { label: "Forum", to: "/forum" },
          { label: post.title, to: `/forum/${post.id}` },
          { label: "Comment" },
        ]}
      />
      <div>
        <h1 className="text-xl">
          <Link to={`/forum/${post.id}`} className="hover:text-accent">
            {post.title}
          </Link>
        </h1>
        <p className="mt-1 text-sm text-muted">You're viewing one comment and its replies.</p>
      </div>
      <section
        aria-label="Thread"
        className="grid grid-cols-1 gap-4 rounded-lg border border-line bg-surface px-4 py-5 sm:px-8 sm:py-7"
      >
        {comment.parentId ? (
          <Link
            to={`/forum/${post.id}/comments/${comment.parentId}`}
            className="inline-flex items-center gap-1.5 justify-self-start text-sm font-semibold text-accent text-link"
          >
            <Icon name="arrow-up" size={15} />
            View parent comment
          </Link>
        ) : null}
        {hasUpdates ? (
          <Suspense>
            <LiveThread
              postId={post.id}
              items={[{ ...comment, replies: list.items }]}
              since={at}
              isLocked={post.isLocked}
              isSubthread
            />
          </Suspense>
        ) : null}
        <ul>
          <CommentItem
            key={`${comment.id} ${initialForm}`}
            comment={{ ...comment, replies: list.items }}
            thread={{ postId: post.id, isLocked: post.isLocked, action: path, deleteComment }}
            initialForm={initialForm}
          />
        </ul>
        <LoadMore
          list={list}
          buildHref={(cursor) => `${path}?${buildCommentsParams({ sort, cursor })}`}
          label="Load More Replies"
          loadingLabel="Loading replies..."
        />
      </section>
    </div>
  );
}
