import type { SavedPost, ThreadState } from "#core/forum/reading.ts";
import type { Page, PostCard as Post } from "#core/forum/types.ts";
import { latestVotes } from "#web/forum/latest-votes.ts";
import { PostCard } from "#web/forum/post-card.tsx";
import SaveButton from "#web/forum/save-button.tsx";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { LaterPageNote, LoadMore } from "#web/lists/load-more.tsx";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { usePagedList } from "#web/lists/use-paged-list.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

interface SavedListProps {
  readonly page: Page<SavedPost<Post>>;
  /** Whether this is a later page, reached without JavaScript. */
  readonly isLaterPage: boolean;
}

const EMPTY_PAGE: Page<SavedPost<Post>> = { items: [], nextCursor: null };
const getPage = (data: { saved: Page<SavedPost<Post>> } | null) => data?.saved ?? EMPTY_PAGE;

export function SavedList({ page, isLaterPage }: SavedListProps) {
  const list = usePagedList(page, getPage);
  return (
    <section aria-label="Saved posts" className="grid grid-cols-1 gap-3">
      {isLaterPage ? <LaterPageNote to="/saved" /> : null}
      {list.items.length === 0 ? (
        <EmptyState illustration="page" action={<ButtonLink to="/forum">Go to the forum</ButtonLink>}>
          Nothing saved yet. Save a post to find it here.
        </EmptyState>
      ) : (
        list.items.map(({ id, savedAt, post }) =>
          post ? (
            <PostCard
              key={id}
              post={{ ...post, ...(list.isRestored && latestVotes.get(`/forum/${id}/vote`)) }}
            />
          ) : (
            <DeletedPost key={id} id={id} savedAt={savedAt} />
          ),
        )
      )}
      <LoadMore list={list} buildHref={(cursor) => `/saved?after=${encodeURIComponent(cursor)}`} />
    </section>
  );
}

const SAVED_STATE: ThreadState = { follow: "normal", isSaved: true, isUnread: false, newCommentCount: 0 };

/** Replaces a post that was deleted after it was saved. */
function DeletedPost({ id, savedAt }: { id: string; savedAt: string }) {
  return (
    <article className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-dashed border-line-strong px-4 py-3 text-sm text-muted">
      <Icon name="trash-2" className="shrink-0 text-faint" />
      <h3 className="me-auto font-normal tracking-normal">
        This post was deleted. You saved it <RelativeTime time={savedAt} format="detail" />.
      </h3>
      <SaveButton postId={id} threadState={SAVED_STATE} subject="the deleted post" canUndo={false} />
    </article>
  );
}
