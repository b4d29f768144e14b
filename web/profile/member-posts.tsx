import type { MemberProfile } from "#core/forum/member-page.ts";
import type { Page, PostCard as Post } from "#core/forum/types.ts";
import { latestVotes } from "#web/forum/latest-votes.ts";
import { PostCard } from "#web/forum/post-card.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { MemberList } from "./member-list.tsx";

interface MemberPostsProps {
  readonly member: MemberProfile;
  readonly page: Page<Post>;
  readonly isLaterPage: boolean;
}

const NONE: Page<Post> = { items: [], nextCursor: null };
const getPage = (data: { posts: Page<Post> | null }) => data.posts ?? NONE;

export function MemberPosts({ member, page, isLaterPage }: MemberPostsProps) {
  return (
    <MemberList
      member={member}
      tab="posts"
      heading={`Posts by ${member.username}`}
      page={page}
      getPage={getPage}
      isLaterPage={isLaterPage}
      emptyMessage={
        member.isOwn ? "You haven't posted anything yet." : `${member.username} hasn't posted anything yet.`
      }
      emptyAction={
        member.isOwn ? (
          <ButtonLink to="/create" variant="primary">
            New Post
          </ButtonLink>
        ) : null
      }
      renderItem={(post) => (
        <PostCard key={post.id} post={{ ...post, ...latestVotes.get(`/forum/${post.id}/vote`) }} />
      )}
    />
  );
}
