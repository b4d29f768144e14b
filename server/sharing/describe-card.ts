import { createHash } from "node:crypto";
import { CATEGORY_LABELS, type PostCategory } from "#core/forum/categories.ts";
import { NEWS_CATEGORY_LABELS, type NewsCategory } from "#core/news/categories.ts";
import type { Card, CardAvatar, CardLogo } from "./card.ts";

/** A card, and the path of the uploaded avatar to draw on it. */
export interface Subject {
  readonly card: Card;
  readonly avatarPath: string | null;
}

export interface SharedPost {
  readonly id: string;
  readonly title: string;
  readonly category: PostCategory;
  readonly author: SharedAuthor;
}
export interface SharedArticle {
  readonly id: string;
  readonly title: string;
  readonly category: NewsCategory;
  readonly source: string;
}
export interface SharedMember extends SharedAuthor {
  readonly id: string;
  readonly bio: string;
  /** ISO 8601. */
  readonly joinDate: string;
}
interface SharedAuthor {
  readonly username: string;
  readonly avatarUrl: string | null;
}
export interface SharedContent {
  readonly posts: SharedPost;
  readonly news: SharedArticle;
  readonly members: SharedMember;
}
export type SharedKind = keyof SharedContent;

export interface SiteFacts {
  readonly siteName: string;
  readonly host: string;
  readonly accent?: string;
  readonly logo?: CardLogo;
  readonly headline?: string;
}

export const buildSiteSubject = (site: SiteFacts): Subject => ({
  card: { ...site, kind: "site" },
  avatarPath: null,
});

function buildPostSubject(site: SiteFacts, { title, category, author }: SharedPost): Subject {
  const avatarPath = getUploadedAvatarPath(author);
  const card: Card = {
    ...site,
    kind: "content",
    title,
    category,
    label: CATEGORY_LABELS[category],
    by: author.username,
    avatar: getAvatar(author, avatarPath),
  };
  return { card, avatarPath };
}

function buildArticleSubject(site: SiteFacts, { title, category, source }: SharedArticle): Subject {
  const label = NEWS_CATEGORY_LABELS[category];
  return {
    card: { ...site, kind: "content", title, category, label, by: source, avatar: null },
    avatarPath: null,
  };
}

const MONTH = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

function buildMemberSubject(site: SiteFacts, { username, avatarUrl, bio, joinDate }: SharedMember): Subject {
  const avatarPath = getUploadedAvatarPath({ username, avatarUrl });
  const card: Card = {
    ...site,
    kind: "member",
    name: username,
    line: `Member since ${MONTH.format(new Date(joinDate))}`,
    bio,
    avatar: getAvatar({ username, avatarUrl }, avatarPath),
  };
  return { card, avatarPath };
}

export const buildSubject: {
  readonly [Kind in SharedKind]: (site: SiteFacts, content: SharedContent[Kind]) => Subject;
} = { posts: buildPostSubject, news: buildArticleSubject, members: buildMemberSubject };

/** Increment this when the design changes, so that old images aren't reused. */
const LAYOUT = 1;

/** Computes a digest of everything in the image, so that a changed image has a new URL. */
export const computeVersion = (subject: Subject): string =>
  createHash("sha256")
    .update(JSON.stringify([LAYOUT, subject]))
    .digest("hex")
    .slice(0, 12);

/** Returns null for pictures elsewhere, because the server doesn't fetch them. */
const getUploadedAvatarPath = ({ avatarUrl }: SharedAuthor): string | null =>
  avatarUrl?.startsWith("/storage/v1/object/public/avatars/") ? avatarUrl : null;

const getAvatar = ({ username }: SharedAuthor, avatarPath: string | null): CardAvatar =>
  avatarPath === null ? { seed: username } : "uploaded";
