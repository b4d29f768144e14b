import type { MemberProfile } from "#core/forum/member-page.ts";
import type { Page, PostCard as Post } from "#core/forum/types.ts";
import { latestVotes } from "#web/forum/latest-votes.ts";
import { PostCard } from "#web/forum/post-card.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { MemberList } from "./member-list.tsx";

interface MemberPostsProps {
  readonly member: MemberProfile;
  readonly page: Page<Post>;
  readonly isContinued: boolean;
}

const NONE: Page<Post> = { items: [], nextCursor: null };
const selectPage = (answer: { posts: Page<Post> | null }) => answer.posts ?? NONE;

export function MemberPosts({ member, page, isContinued }: MemberPostsProps) {
  return (
    <MemberList
      member={member}
      tab="posts"
      heading={`Posts by ${member.username}`}
      page={page}
      selectPage={selectPage}
      isContinued={isContinued}
      empty={
        member.isOwn ? "You haven't posted anything yet." : `${member.username} hasn't posted anything yet.`
      }
      emptyAction={
        member.isOwn ? (
          <ButtonLink to="/create" look="primary">
            New Post
          </ButtonLink>
        ) : null
      }
      show={(post) => (
        <PostCard key={post.id} post={{ ...post, ...latestVotes.get(`/forum/${post.id}/vote`) }} />
      )}
    />
  );
}
