import type { ReactNode } from "react";
import { getProfilePath } from "#core/accounts/profile-path.ts";
import { formatCount } from "#core/format-count.ts";
import { CARD_TAGS_MAX } from "#core/forum/limits.ts";
import type {
  ArticleResult,
  CommentResult,
  MemberResult,
  PostResult,
  SearchResult,
} from "#core/search/types.ts";
import { Byline } from "#web/forum/post-parts/byline.tsx";
import { CategoryBadge } from "#web/forum/post-parts/category-badge.tsx";
import { Avatar } from "#web/lists/avatar.tsx";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { SampleBadge } from "#web/lists/sample-badge.tsx";
import { TagList } from "#web/lists/tag-list.tsx";
import { NewsCategoryBadge } from "#web/news/cards/article-badges.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Link } from "#web/ui/link.tsx";
import { Highlighted } from "./highlighted.tsx";

export function ResultItem({ result }: { result: SearchResult }) {
  if (result.kind === "post") return <Post post={result} />;
  if (result.kind === "comment") return <Comment comment={result} />;
  if (result.kind === "article") return <Article article={result} />;
  return <Member member={result} />;
}

function Card({ children }: { children: ReactNode }) {
  return (
    <article className="relative min-w-0 rounded-lg border border-line bg-surface px-4 py-4 transition-colors hover:border-line-strong sm:px-5">
      {children}
    </article>
  );
}

function CardHeader({ icon, kind, children }: { icon: IconName; kind: string; children?: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-faint">
      <span className="inline-flex items-center gap-1.5 font-semibold text-muted">
        <Icon name={icon} size={13} />
        {kind}
      </span>
      {children}
    </p>
  );
}

function TitleAndExcerpt({
  to,
  title,
  excerpt,
}: {
  to: string;
  title: ReactNode;
  excerpt: PostResult["excerpt"];
}) {
  return (
    <>
      <h3 className="mt-1.5 leading-snug">
        <Link
          to={to}
          prefetch="intent"
          className="after:absolute after:inset-0 after:rounded-lg hover:text-accent"
        >
          {title}
        </Link>
      </h3>
      <p className="mt-1 text-sm text-muted">
        <Highlighted text={excerpt} />
      </p>
    </>
  );
}

const FOOTER_CLASSES = "mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted";

function Post({ post }: { post: PostResult }) {
  const { id, title, excerpt, category, tags, author, createdAt, commentCount, score } = post;
  return (
    <Card>
      <CardHeader icon="messages-square" kind="Post">
        <CategoryBadge category={category} />
        <RelativeTime time={createdAt} format="list" />
      </CardHeader>
      <TitleAndExcerpt to={`/forum/${id}`} title={<Highlighted text={title} />} excerpt={excerpt} />
      <div className={FOOTER_CLASSES}>
        <Byline author={author} />
        <span className="figures">{formatCount(score, "point")}</span>
        <span className="figures">{formatCount(commentCount, "comment")}</span>
        <TagList tags={tags.slice(0, CARD_TAGS_MAX)} />
      </div>
    </Card>
  );
}

function Comment({ comment }: { comment: CommentResult }) {
  const { id, postId, postTitle, excerpt, author, createdAt } = comment;
  return (
    <Card>
      <CardHeader icon="message-square" kind="Comment">
        <RelativeTime time={createdAt} format="list" />
      </CardHeader>
      <TitleAndExcerpt
        to={`/forum/${postId}/comments/${id}`}
        title={
          <>
            <span className="font-normal text-muted">On </span>
            <bdi>{postTitle}</bdi>
          </>
        }
        excerpt={excerpt}
      />
      <div className={FOOTER_CLASSES}>
        <Byline author={author} />
      </div>
    </Card>
  );
}

function Article({ article }: { article: ArticleResult }) {
  const { id, title, excerpt, category, source, publishedAt, isSample } = article;
  return (
    <Card>
      <CardHeader icon="newspaper" kind="News">
        <NewsCategoryBadge category={category} />
        <RelativeTime time={publishedAt} format="list" />
        <span className="min-w-0 truncate">{source}</span>
        {isSample ? <SampleBadge /> : null}
      </CardHeader>
      <TitleAndExcerpt to={`/news/${id}`} title={<Highlighted text={title} />} excerpt={excerpt} />
    </Card>
  );
}

function Member({ member }: { member: MemberResult }) {
  const { username, name, avatarUrl, isVerified, bio, karma, joinedAt } = member;
  return (
    <Card>
      <CardHeader icon="user" kind="Member" />
      <div className="mt-2 flex items-start gap-3">
        <Avatar name={username} src={avatarUrl} size="md" />
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-2 leading-snug">
            <Link
              to={getProfilePath(username)}
              className="after:absolute after:inset-0 after:rounded-lg hover:text-accent"
            >
              <Highlighted text={name} />
            </Link>
            {isVerified ? (
              <span className="inline-flex text-accent" title="Verified">
                <Icon name="badge-check" size={15} />
                <span className="sr-only">Verified</span>
              </span>
            ) : null}
          </h3>
          {bio.length > 0 ? (
            <p className="mt-0.5 text-sm text-muted">
              <Highlighted text={bio} />
            </p>
          ) : null}
          <p className="figures mt-1 text-xs text-faint">
            {karma.toLocaleString("en")} karma · joined{" "}
            <time dateTime={joinedAt}>{JOIN_DATE_FORMAT.format(new Date(joinedAt))}</time>
          </p>
        </div>
      </div>
    </Card>
  );
}

const JOIN_DATE_FORMAT = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });
