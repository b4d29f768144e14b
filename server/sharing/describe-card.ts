import { createHash } from "node:crypto";
import { CATEGORY_LABELS, type PostCategory } from "#core/forum/categories.ts";
import { NEWS_CATEGORY_LABELS, type NewsCategory } from "#core/news/categories.ts";
import type { Card, CardAvatar } from "./card.ts";

/** A card, and the photograph that goes with it: a path of this site. */
export interface Subject {
  readonly card: Card;
  readonly photo: string | null;
}

export interface SharedPost {
  readonly id: string;
  readonly title: string;
  readonly category: PostCategory;
  readonly author: SharedPerson;
}
export interface SharedArticle {
  readonly id: string;
  readonly title: string;
  readonly category: NewsCategory;
  readonly source: string;
}
export interface SharedMember extends SharedPerson {
  readonly id: string;
  readonly bio: string;
  /** ISO 8601. */
  readonly joinDate: string;
}
interface SharedPerson {
  readonly username: string;
  readonly avatarUrl: string | null;
}
/** What has a picture, by the folder of its address. */
export interface SharedThings {
  readonly posts: SharedPost;
  readonly news: SharedArticle;
  readonly members: SharedMember;
}
export type SharedKind = keyof SharedThings;

/** What every card says of the site. */
export interface SiteFacts {
  readonly siteName: string;
  readonly host: string;
}

export const subjectOfSite = (site: SiteFacts): Subject => ({ card: { ...site, kind: "site" }, photo: null });

function subjectOfPost(site: SiteFacts, { title, category, author }: SharedPost): Subject {
  const photo = photoOf(author);
  const card: Card = {
    ...site,
    kind: "thing",
    title,
    category,
    label: CATEGORY_LABELS[category],
    by: author.username,
    avatar: avatarOf(author, photo),
  };
  return { card, photo };
}

function subjectOfArticle(site: SiteFacts, { title, category, source }: SharedArticle): Subject {
  const label = NEWS_CATEGORY_LABELS[category];
  return { card: { ...site, kind: "thing", title, category, label, by: source, avatar: null }, photo: null };
}

const MONTH = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

function subjectOfMember(site: SiteFacts, { username, avatarUrl, bio, joinDate }: SharedMember): Subject {
  const photo = photoOf({ username, avatarUrl });
  const card: Card = {
    ...site,
    kind: "member",
    name: username,
    line: `Member since ${MONTH.format(new Date(joinDate))}`,
    bio,
    avatar: avatarOf({ username, avatarUrl }, photo),
  };
  return { card, photo };
}

export const subjectOf: {
  readonly [Kind in SharedKind]: (site: SiteFacts, thing: SharedThings[Kind]) => Subject;
} = { posts: subjectOfPost, news: subjectOfArticle, members: subjectOfMember };

/** Changed when cards are painted otherwise, so that nobody keeps an old one. */
const LAYOUT = 1;

/** A digest of all that is in the picture: another picture has another address. */
export const versionOf = (subject: Subject): string =>
  createHash("sha256")
    .update(JSON.stringify([LAYOUT, subject]))
    .digest("hex")
    .slice(0, 12);

/** Only what was uploaded here: nothing is fetched for a picture. */
const photoOf = ({ avatarUrl }: SharedPerson): string | null =>
  avatarUrl?.startsWith("/storage/v1/object/public/avatars/") ? avatarUrl : null;

const avatarOf = ({ username }: SharedPerson, photo: string | null): CardAvatar =>
  photo === null ? { seed: username } : "photo";
