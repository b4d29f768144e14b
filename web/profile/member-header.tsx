import { formatCappedCount, type MemberProfile } from "#core/forum/member-page.ts";
import { hasVisibleText } from "#core/text.ts";
import { Avatar } from "#web/lists/avatar.tsx";
import { ReportLink } from "#web/reports/report-link.tsx";
import { ButtonLink, buttonClasses } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

const LONG_DATE = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

export function MemberHeader({ member }: { member: MemberProfile }) {
  const { username, avatarUrl, bio, joinDate } = member;
  return (
    <section aria-labelledby="member" className="rounded-lg border border-line bg-surface p-4 sm:p-7">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3 sm:gap-x-6">
        <Avatar name={username} src={avatarUrl} size="lg" />
        <div className="min-w-0 flex-1 basis-40 sm:basis-56">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 id="member" className="text-xl sm:text-2xl">
              {username}
            </h1>
            {member.isVerified ? (
              <span className="inline-flex items-center gap-1 rounded-full bg-accent-soft px-2 py-0.5 text-sm font-semibold text-accent">
                <Icon name="badge-check" size={15} />
                Verified
              </span>
            ) : null}
          </div>
          <p className="mt-1 text-sm text-muted">
            Joined <time dateTime={joinDate}>{LONG_DATE.format(new Date(joinDate))}</time>
          </p>
          {hasVisibleText(bio) ? (
            <p className="mt-3 max-w-[65ch] whitespace-pre-line">{bio.trim()}</p>
          ) : member.isOwn ? (
            <p className="mt-3 text-sm text-faint">You haven't added a bio yet.</p>
          ) : null}
        </div>
        {member.isOwn ? (
          <ButtonLink to="/settings" size="sm" className="max-sm:w-full">
            <Icon name="pencil" size={15} />
            Edit profile
          </ButtonLink>
        ) : (
          <ReportLink
            kind="profile"
            id={member.id}
            authorName={username}
            className={buttonClasses({ variant: "quiet", size: "sm" }, "max-sm:-ms-3")}
          />
        )}
      </div>
      <dl className="figures mt-4 grid sm:mt-6 grid-cols-3 divide-x divide-line border-y border-line py-3">
        <Stat label="Karma" value={member.karma.toLocaleString("en")} />
        <Stat label={member.postCount === 1 ? "Post" : "Posts"} value={formatCappedCount(member.postCount)} />
        <Stat
          label={member.commentCount === 1 ? "Comment" : "Comments"}
          value={formatCappedCount(member.commentCount)}
        />
      </dl>
      <p className="mt-3 text-xs text-faint">
        Karma is the number of upvotes minus downvotes on a member's posts and comments, including deleted
        ones. Members' votes on their own posts and comments don't count.
      </p>
    </section>
  );
}

function Stat({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex min-w-0 flex-col items-center sm:px-2">
      <dt className="order-2 text-sm text-muted">{label}</dt>
      <dd className="text-lg font-bold sm:text-xl">{value}</dd>
    </div>
  );
}
