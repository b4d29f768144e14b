import { data, redirect } from "react-router";
import { getProfilePath } from "#core/accounts/profile-path.ts";
import { describeMember, readMemberPageAddress, writeMemberPageAddress } from "#core/forum/member-page.ts";
import { operation } from "#web/operation.ts";
import { MemberComments } from "#web/profile/member-comments.tsx";
import { MemberHeader } from "#web/profile/member-header.tsx";
import { MemberPosts } from "#web/profile/member-posts.tsx";
import { MemberTabs } from "#web/profile/member-tabs.tsx";
import { appContext, markSameForVisitors } from "#web/server-context.ts";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { Route } from "./+types/profile";

export { shouldRevalidatePage as shouldRevalidate } from "#web/shell/should-revalidate.ts";

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return pageMeta(matches, { title: "Page not found", path: "/", index: false });
  const { member, address } = loaderData;
  return pageMeta(matches, {
    title: member.username,
    description: describeMember(member),
    path: getProfilePath(member.username) + writeMemberPageAddress({ ...address, cursor: null }),
    isProfile: true,
    image: { ...loaderData.picture, alt: member.username },
  });
};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  markSameForVisitors(context);
  const address = readMemberPageAddress(url.searchParams);
  const member = await operation(context, (app, viewer) => app.forum.readMember(viewer, params.username));
  if (!member) throw data(null, { status: 404 });
  if (member.username !== params.username) {
    throw redirect(getProfilePath(member.username) + url.search);
  }
  const query = { memberId: member.id, cursor: address.cursor };
  return {
    member,
    address,
    picture: await context.get(appContext).sharing.getMemberPicture(member),
    posts:
      address.tab === "posts"
        ? await operation(context, (app, viewer) => app.forum.listMemberPosts(viewer, query))
        : null,
    comments:
      address.tab === "comments"
        ? await operation(context, (app) => app.forum.listMemberComments(query))
        : null,
  };
}

export default function Profile({ loaderData: { member, address, posts, comments } }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5">
      <MemberHeader member={member} />
      <MemberTabs member={member} tab={address.tab} />
      {posts ? <MemberPosts member={member} page={posts} isContinued={address.cursor !== null} /> : null}
      {comments ? (
        <MemberComments member={member} page={comments} isContinued={address.cursor !== null} />
      ) : null}
    </div>
  );
}
