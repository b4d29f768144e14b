import type { ReactNode } from "react";
import { getProfilePath } from "#core/accounts/profile-path.ts";
import {
  buildMemberPageQuery,
  type MemberComment,
  type MemberProfile,
  type MemberTab,
} from "#core/forum/member-page.ts";
import type { Page, PostCard as Post } from "#core/forum/types.ts";
import { latestVotes } from "#web/forum/latest-votes.ts";
import { PostCard } from "#web/forum/post-card.tsx";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { LaterPageNote, LoadMore } from "#web/lists/load-more.tsx";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { usePagedList } from "#web/lists/use-paged-list.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";

interface MemberPageProps<Item> {
  readonly member: MemberProfile;
  readonly page: Page<Item>;
  /** Whether `page` is a later page, for example after a click on LoadMore without JavaScript. */
  readonly isLaterPage: boolean;
}

const EMPTY_PAGE: Page<never> = { items: [], nextCursor: null };
const getPosts = (data: { posts: Page<Post> | null }) => data.posts ?? EMPTY_PAGE;
const getComments = (data: { comments: Page<MemberComment> | null }) => data.comments ?? EMPTY_PAGE;

export function MemberPosts(props: MemberPageProps<Post>) {
  const { isOwn, username } = props.member;
  return (
    <MemberList
      {...props}
      tab="posts"
      heading={`Posts by ${username}`}
      getPage={getPosts}
      emptyMessage={isOwn ? "You haven't posted anything yet." : `${username} hasn't posted anything yet.`}
      emptyAction={
        <ButtonLink to="/create" variant="primary">
          New Post
        </ButtonLink>
      }
      renderItem={(post, isRestored) => (
        <PostCard
          key={post.id}
          post={{ ...post, ...(isRestored && latestVotes.get(`/forum/${post.id}/vote`)) }}
        />
      )}
    />
  );
}

export function MemberComments(props: MemberPageProps<MemberComment>) {
  const { isOwn, username } = props.member;
  return (
    <MemberList
      {...props}
      tab="comments"
      heading={`Comments by ${username}`}
      getPage={getComments}
      emptyMessage={isOwn ? "You haven't commented on anything yet." : `${username} hasn't commented yet.`}
      emptyAction={<ButtonLink to="/forum">Go to the forum</ButtonLink>}
      renderItem={(comment) => <Comment key={comment.id} comment={comment} />}
    />
  );
}

function Comment({ comment }: { comment: MemberComment }) {
  const { id, postId, postTitle, excerpt, upvotes, downvotes } = comment;
  const score = upvotes - downvotes;
  return (
    <article className="relative rounded-lg border border-line bg-surface px-4 py-4 transition-colors hover:border-line-strong sm:px-5">
      <h3 className="text-sm font-normal text-muted">
        On{" "}
        <Link
          to={`/forum/${postId}`}
          dir="auto"
          className="relative z-10 font-semibold text-text hover:text-accent"
        >
          {postTitle}
        </Link>
      </h3>
      <p className="mt-1.5">
        <Link
          to={`/forum/${postId}/comments/${id}`}
          dir="auto"
          className="line-clamp-3 after:absolute after:inset-0 after:rounded-lg hover:text-accent"
        >
          {excerpt || "(no text)"}
        </Link>
      </p>
      <p className="figures mt-2 flex flex-wrap gap-x-3 text-xs text-faint">
        <span>
          {score} {Math.abs(score) === 1 ? "point" : "points"}
        </span>
        <RelativeTime time={comment.createdAt} format="list" />
        {comment.editedAt ? (
          <span>
            edited <RelativeTime time={comment.editedAt} format="detail" />
          </span>
        ) : null}
      </p>
    </article>
  );
}

interface MemberListProps<Item extends { readonly id: string }, Data> extends MemberPageProps<Item> {
  readonly tab: MemberTab;
  readonly heading: string;
  readonly getPage: (data: Data) => Page<Item>;
  readonly emptyMessage: string;
  /** Shown only to the member on their own profile. */
  readonly emptyAction: ReactNode;
  readonly renderItem: (item: Item, isRestored: boolean) => ReactNode;
}

function MemberList<Item extends { readonly id: string }, Data>(props: MemberListProps<Item, Data>) {
  const { member, tab, page, getPage, renderItem } = props;
  const list = usePagedList(page, getPage);
  const buildHref = (cursor: string | null) =>
    getProfilePath(member.username) + buildMemberPageQuery({ tab, cursor });

  return (
    <section aria-labelledby="listed" className="grid grid-cols-1 gap-3">
      <h2 id="listed" className="sr-only">
        {props.heading}
      </h2>
      {props.isLaterPage ? <LaterPageNote to={buildHref(null)} /> : null}
      {list.items.length === 0 ? (
        <EmptyState illustration="talk" action={member.isOwn ? props.emptyAction : null}>
          {props.emptyMessage}
        </EmptyState>
      ) : (
        list.items.map((item) => renderItem(item, list.isRestored))
      )}
      <LoadMore list={list} buildHref={buildHref} />
    </section>
  );
}
