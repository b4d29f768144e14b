import { createHash } from "node:crypto";
import { CATEGORY_LABELS } from "#core/forum/categories.ts";
import type { MemberProfile } from "#core/forum/member-page.ts";
import type { PostDetail } from "#core/forum/types.ts";
import { NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import type { NewsCard } from "#core/news/types.ts";
import type { Card, CardAvatar, SiteFacts } from "./card.ts";

/** A card, and the path of the uploaded avatar to draw on it. */
export interface Subject {
  readonly card: Card;
  readonly avatarPath: string | null;
}

interface SharedAuthor {
  readonly username: string;
  readonly avatarUrl: string | null;
}
/** The content types with preview images, by the folder in their URL. */
export interface SharedContent {
  readonly posts: Pick<PostDetail, "id" | "title" | "category"> & { readonly author: SharedAuthor };
  readonly news: Pick<NewsCard, "id" | "title" | "category" | "source">;
  readonly members: Pick<MemberProfile, "id" | "bio" | "joinDate"> & SharedAuthor;
}
export type SharedKind = keyof SharedContent;

export const buildSiteSubject = (site: SiteFacts): Subject => ({
  card: { ...site, kind: "site" },
  avatarPath: null,
});

function buildPostSubject(site: SiteFacts, { title, category, author }: SharedContent["posts"]): Subject {
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

function buildArticleSubject(site: SiteFacts, { title, category, source }: SharedContent["news"]): Subject {
  const label = NEWS_CATEGORY_LABELS[category];
  return {
    card: { ...site, kind: "content", title, category, label, by: source, avatar: null },
    avatarPath: null,
  };
}

const MONTH_FORMAT = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

function buildMemberSubject(
  site: SiteFacts,
  { username, avatarUrl, bio, joinDate }: SharedContent["members"],
): Subject {
  const avatarPath = getUploadedAvatarPath({ username, avatarUrl });
  const card: Card = {
    ...site,
    kind: "member",
    name: username,
    line: `Member since ${MONTH_FORMAT.format(new Date(joinDate))}`,
    bio,
    avatar: getAvatar({ username, avatarUrl }, avatarPath),
  };
  return { card, avatarPath };
}

export const buildSubject: {
  readonly [Kind in SharedKind]: (site: SiteFacts, content: SharedContent[Kind]) => Subject;
} = { posts: buildPostSubject, news: buildArticleSubject, members: buildMemberSubject };

/** Increment this when the design changes, so that old images aren't reused. */
const LAYOUT_VERSION = 1;

/** Computes a digest of everything that the image shows, so that a changed image has a new URL. */
export const computeVersion = (subject: Subject): string =>
  createHash("sha256")
    .update(JSON.stringify([LAYOUT_VERSION, subject]))
    .digest("hex")
    .slice(0, 12);

/** Returns null if there is no picture, or if it is on another site, from which the server fetches nothing. */
const getUploadedAvatarPath = ({ avatarUrl }: SharedAuthor): string | null =>
  avatarUrl?.startsWith("/storage/v1/object/public/avatars/") ? avatarUrl : null;

const getAvatar = ({ username }: SharedAuthor, avatarPath: string | null): CardAvatar =>
  avatarPath === null ? { seed: username } : "uploaded";
