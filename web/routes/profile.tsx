import { data, redirect } from "react-router";
import { getProfilePath } from "#core/accounts/profile-path.ts";
import { buildMemberPageQuery, describeMember, parseMemberPageState } from "#core/forum/member-page.ts";
import { operation } from "#web/operation.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import { MemberHeader } from "#web/profile/member-header.tsx";
import { MemberComments, MemberPosts } from "#web/profile/member-lists.tsx";
import { MemberTabs } from "#web/profile/member-tabs.tsx";
import { appContext, cacheForVisitors } from "#web/server-context.ts";
import { JoinCard } from "#web/shell/join-card.tsx";
import type { Route } from "./+types/profile";

export { shouldRevalidatePage as shouldRevalidate } from "#web/shell/should-revalidate.ts";

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return pageMeta(matches, { title: "Page not found", path: "/", isListed: false });
  const { member, pageState } = loaderData;
  return pageMeta(matches, {
    title: member.username,
    description: describeMember(member),
    path: getProfilePath(member.username) + buildMemberPageQuery({ ...pageState, cursor: null }),
    isProfile: true,
    image: { ...loaderData.previewImage, alt: member.username },
  });
};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  cacheForVisitors(context);
  const pageState = parseMemberPageState(url.searchParams);
  const member = await operation(context, (app, viewer) => app.forum.readMember(viewer, params.username));
  if (!member) throw data(null, { status: 404 });
  if (member.username !== params.username) {
    throw redirect(getProfilePath(member.username) + url.search);
  }
  const query = { memberId: member.id, cursor: pageState.cursor };
  return {
    member,
    pageState,
    previewImage: await context.get(appContext).sharing.getMemberImage(member),
    posts:
      pageState.tab === "posts"
        ? await operation(context, (app, viewer) => app.forum.listMemberPosts(viewer, query))
        : null,
    comments:
      pageState.tab === "comments"
        ? await operation(context, (app) => app.forum.listMemberComments(query))
        : null,
  };
}

export default function Profile({
  loaderData: { member, pageState, posts, comments },
}: Route.ComponentProps) {
  return (
    <div className="side-layout">
      <div className="page-main grid grid-cols-1 gap-5">
        <MemberHeader member={member} />
        <MemberTabs member={member} tab={pageState.tab} />
        {posts ? <MemberPosts member={member} page={posts} isLaterPage={pageState.cursor !== null} /> : null}
        {comments ? (
          <MemberComments member={member} page={comments} isLaterPage={pageState.cursor !== null} />
        ) : null}
      </div>
      <JoinCard />
    </div>
  );
}
