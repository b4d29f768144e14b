import type { MemberComment, MemberProfile } from "#core/forum/member-page.ts";
import type { Page } from "#core/forum/types.ts";
import { RelativeTime } from "#web/page/relative-time.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import { MemberList } from "./member-list.tsx";

interface MemberCommentsProps {
  readonly member: MemberProfile;
  readonly page: Page<MemberComment>;
  readonly isLaterPage: boolean;
}

const NONE: Page<MemberComment> = { items: [], nextCursor: null };
const getPage = (data: { comments: Page<MemberComment> | null }) => data.comments ?? NONE;

export function MemberComments({ member, page, isLaterPage }: MemberCommentsProps) {
  return (
    <MemberList
      member={member}
      tab="comments"
      heading={`Comments by ${member.username}`}
      page={page}
      getPage={getPage}
      isLaterPage={isLaterPage}
      emptyMessage={
        member.isOwn ? "You haven't commented on anything yet." : `${member.username} hasn't commented yet.`
      }
      emptyAction={member.isOwn ? <ButtonLink to="/forum">Go to the forum</ButtonLink> : null}
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
        <Link to={`/forum/${postId}`} className="relative z-10 font-semibold text-text hover:text-accent">
          {postTitle}
        </Link>
      </h3>
      <p className="mt-1.5">
        <Link
          to={`/forum/${postId}/comments/${id}`}
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
            edited <RelativeTime time={comment.editedAt} format="list" />
          </span>
        ) : null}
      </p>
    </article>
  );
}
