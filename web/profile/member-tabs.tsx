import { getProfilePath } from "#core/accounts/profile-path.ts";
import {
  buildMemberPageQuery,
  formatCappedCount,
  MEMBER_TABS,
  type MemberProfile,
  type MemberTab,
} from "#core/forum/member-page.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";

const LABELS: Record<MemberTab, string> = { posts: "Posts", comments: "Comments" };

/** The tabs are links, so that each list has a URL to share and works without JavaScript. */
export function MemberTabs({ member, tab }: { member: MemberProfile; tab: MemberTab }) {
  const counts = { posts: member.postCount, comments: member.commentCount };
  return (
    <nav aria-label="Posts and comments" className="flex gap-1 border-b border-line">
      {MEMBER_TABS.map((value) => (
        <Link
          key={value}
          to={getProfilePath(member.username) + buildMemberPageQuery({ tab: value, cursor: null })}
          preventScrollReset
          aria-current={value === tab ? "page" : undefined}
          className={classNames(
            "-mb-px border-b-2 px-3 py-2 text-sm font-semibold transition-colors",
            value === tab
              ? "border-accent text-text"
              : "border-transparent text-muted hover:border-line-strong hover:text-text",
          )}
        >
          {LABELS[value]}{" "}
          <span className="figures font-normal text-faint">{formatCappedCount(counts[value])}</span>
        </Link>
      ))}
    </nav>
  );
}
