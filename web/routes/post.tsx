import { Suspense } from "react";
import { CATEGORY_LABELS } from "#core/forum/categories.ts";
import { parseCommentsQuery } from "#core/forum/comments-query.ts";
import { findFirstNewId } from "#core/forum/find-first-new.ts";
import { formatNewCount } from "#core/forum/reading.ts";
import type { CommentNode, PostDetail } from "#core/forum/types.ts";
import { CommentSection } from "#web/forum/comment-section.tsx";
import { handleComment } from "#web/forum/handle-comment.ts";
import { omitMarkdown } from "#web/forum/omit-markdown.ts";
import { Byline } from "#web/forum/post-parts/byline.tsx";
import { CategoryBadge } from "#web/forum/post-parts/category-badge.tsx";
import { SidePosts } from "#web/forum/post-parts/side-posts.tsx";
import { VoteControl } from "#web/forum/post-parts/vote-control.tsx";
import { parseVisit, recordVisit } from "#web/forum/record-visit.ts";
import { RenderedText } from "#web/forum/text/rendered-text.tsx";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { TagList } from "#web/lists/tag-list.tsx";
import { useLatestUpdate } from "#web/live/live-updates.ts";
import { operation } from "#web/operation.ts";
import { FORUM_FEED, pageMeta } from "#web/page/page-meta.ts";
import { createSignInLink } from "#web/page/sign-in-link.ts";
import { useOptionalSite } from "#web/page/site-data.ts";
import { ReportLink } from "#web/reports/report-link.tsx";
import { lazyComponent } from "#web/router/lazy-component.tsx";
import { appContext, cacheForVisitors } from "#web/server-context.ts";
import { Breadcrumb, findListPath, useListPath } from "#web/shell/breadcrumb.tsx";
import { JoinCard } from "#web/shell/join-card.tsx";
import { ButtonLink, buttonClasses } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Link } from "#web/ui/link.tsx";
import { ShareButton } from "#web/ui/share-button.tsx";
import type { Route } from "./+types/post";

const ThreadControls = lazyComponent(() => import("#web/forum/thread-controls.tsx"));

/** Hides labels on phones, so that the actions fit on one line. */
const LABEL_CLASSES = "max-sm:sr-only";

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const post = loaderData?.post;
  if (!post) return pageMeta(matches, { title: "Post Not Found", path: "/forum", isListed: false });
  return pageMeta(matches, {
    title: post.title,
    description: post.excerpt || post.title,
    path: `/forum/${post.id}`,
    image: post.image ?? { ...loaderData.previewImage, alt: post.title },
    feeds: [FORUM_FEED],
    article: { author: post.author.username, publishedAt: post.createdAt, editedAt: post.editedAt },
  });
};

export { shouldRevalidatePage as shouldRevalidate } from "#web/shell/should-revalidate.ts";

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  cacheForVisitors(context);
  const at = Date.now();
  const { sort, cursor } = parseCommentsQuery(url.searchParams);
  const { postId } = params;
  const visit = parseVisit(request, postId);
  const [post, comments] = await operation(context, (app, viewer) =>
    Promise.all([
      app.forum.getPost(viewer, postId, visit),
      app.forum.listComments(viewer, { postId, sort, cursor, isSameVisit: visit.isSameVisit }),
    ]),
  );
  const { forum, sharing } = context.get(appContext);
  const [morePosts, previewImage, pendingVisit] = await Promise.all([
    forum.listMorePosts(post),
    sharing.getPostImage(post),
    recordVisit(context, visit, post),
  ]);
  // The page doesn't need the Markdown source, the post's version or the member's reading position.
  const {
    content: _content,
    version: _version,
    readUntil: _readUntil,
    oldestNewCommentId: _oldestNewCommentId,
    ...visiblePost
  } = post;
  return {
    post: visiblePost,
    morePosts,
    previewImage,
    comments: { items: omitMarkdown(comments.items), nextCursor: comments.nextCursor, at },
    sort,
    isLaterPage: cursor !== null,
    listPath: findListPath(request, "/forum"),
    newCommentsLink: buildNewCommentsLink(post, comments.items),
    pendingVisit,
    // The server sends this text, so that it isn't part of the page's scripts.
    signInHint: post.threadState ? null : "You'll be asked to sign in. You won't lose your text.",
  };
}

/** The link to the first new comment: on this page, or else on that comment's own page. */
function buildNewCommentsLink(
  { id, threadState, oldestNewCommentId }: PostDetail,
  visibleComments: readonly CommentNode[],
) {
  if (!threadState || !oldestNewCommentId) return null;
  const visibleId = findFirstNewId(visibleComments);
  const href = visibleId
    ? `#comment-${visibleId}`
    : `/forum/${id}/comments/${oldestNewCommentId}#comment-${oldestNewCommentId}`;
  return { href, label: formatNewCount(threadState.newCommentCount) };
}

export const action = handleComment;

export default function Post({ loaderData }: Route.ComponentProps) {
  const { post, morePosts, comments, sort, isLaterPage, newCommentsLink, pendingVisit } = loaderData;
  const { id, title, upvotes, downvotes, ownVote } = post;
  const latestUpdate = useLatestUpdate(id);
  const commentCount =
    latestUpdate && "commentCount" in latestUpdate && latestUpdate.at > comments.at
      ? latestUpdate.commentCount
      : post.commentCount;
  const isAdmin = useOptionalSite()?.viewer?.role === "admin";
  const listPath = useListPath("/forum", id, loaderData.listPath);
  return (
    <div className="side-layout">
      <div className="page-main grid grid-cols-1 gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3 sm:flex-nowrap">
          <Breadcrumb
            items={[{ label: "Home", to: "/" }, { label: "Forum", to: listPath }, { label: title }]}
          />
          <ButtonLink to={listPath} variant="quiet" size="sm" className="-mx-3 shrink-0">
            <Icon name="arrow-left" />
            Back to Forum
          </ButtonLink>
        </div>

        <article className="post">
          <div className="post-votes">
            <VoteControl
              action={`/forum/${id}/vote`}
              rule="once"
              votes={{ upvotes, downvotes, ownVote }}
              subject="this post"
              layout="responsive"
            />
          </div>
          <div className="min-w-0 max-sm:col-span-2">
            <div className="flex flex-wrap items-center gap-2 text-sm">
              {post.isPinned ? (
                <span className="badge bg-accent-soft text-sm text-accent">
                  <Icon name="pin" size={14} /> Pinned
                </span>
              ) : null}
              {post.isLocked ? (
                <span className="badge badge-sample text-sm">
                  <Icon name="lock" size={14} /> Locked
                </span>
              ) : null}
              <Link to={`/forum?category=${post.category}`} className="text-link">
                <CategoryBadge category={post.category} />
              </Link>
            </div>
            <h1 className="mt-2 text-xl md:text-2xl">{title}</h1>
            <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-faint">
              <Byline author={post.author} size="md" />
              <RelativeTime time={post.createdAt} format="detail" />
              {post.editedAt ? (
                <span>
                  edited <RelativeTime time={post.editedAt} format="detail" />
                </span>
              ) : null}
            </div>
            <RenderedText html={post.contentHtml} authorName={post.author.username} className="mt-5" />
            {post.tags.length > 0 ? (
              <div className="mt-6">
                <TagList tags={post.tags} />
              </div>
            ) : null}
          </div>
          <div className="post-actions">
            <span className="figures inline-flex min-w-28 items-center gap-1.5 pe-2 max-sm:hidden">
              <Icon name="message-square" />
              {commentCount} {commentCount === 1 ? "comment" : "comments"}
            </span>
            {post.threadState ? (
              <Suspense fallback={<span className="h-8 w-19 sm:w-48" />}>
                <ThreadControls postId={id} threadState={post.threadState} pendingVisit={pendingVisit} />
              </Suspense>
            ) : (
              <>
                <SignInLink icon="bell-plus" label="Follow" postId={id} />
                <SignInLink icon="bookmark" label="Save" postId={id} />
              </>
            )}
            <ShareButton title={title} path={`/forum/${id}`} />
            {post.canEdit ? (
              <ButtonLink to={`/forum/${id}/edit`} variant="quiet" size="sm">
                <Icon name="pencil" size={15} />
                <span className={LABEL_CLASSES}>Edit</span>
              </ButtonLink>
            ) : null}
            {isAdmin ? (
              <ButtonLink to={`/admin/content/posts/${id}`} variant="quiet" size="sm">
                <Icon name="shield-check" size={15} />
                <span className={LABEL_CLASSES}>Moderate</span>
              </ButtonLink>
            ) : null}
            <ReportLink
              kind="post"
              id={id}
              authorName={post.author.username}
              className={buttonClasses({ variant: "quiet", size: "sm" })}
              labelClassName={LABEL_CLASSES}
            />
          </div>
        </article>

        <CommentSection
          postId={id}
          comments={comments}
          commentCount={commentCount}
          isLocked={post.isLocked}
          sort={sort}
          path={`/forum/${id}`}
          newCommentsLink={newCommentsLink}
          isLaterPage={isLaterPage}
          signInHint={loaderData.signInHint}
        />
      </div>
      <div className="side-column post-side">
        <JoinCard />
        {morePosts.length > 0 ? (
          <SidePosts
            title={`More in ${CATEGORY_LABELS[post.category]}`}
            to={`/forum?category=${post.category}`}
            posts={morePosts}
          />
        ) : null}
      </div>
    </div>
  );
}

/** Replaces a members-only control for visitors. Links to the sign-in page, which returns to the post. */
function SignInLink({ icon, label, postId }: { icon: IconName; label: string; postId: string }) {
  return (
    <ButtonLink to={createSignInLink(`/forum/${postId}`).to} rel="nofollow" variant="quiet" size="sm">
      <Icon name={icon} />
      <span className={LABEL_CLASSES}>{label}</span>
    </ButtonLink>
  );
}
