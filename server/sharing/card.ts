/** The content of a preview image. Any of its texts may be user input. */
export type Card = SiteCard | ContentCard | MemberCard;

interface SiteFields {
  readonly siteName: string;
  /** Without the scheme. */
  readonly host: string;
}

export interface SiteCard extends SiteFields {
  readonly kind: "site";
}

/** A generated avatar, a space left free for a photo, or none. */
export type CardAvatar = { readonly seed: string } | "photo" | null;

/** A post or an article. */
export interface ContentCard extends SiteFields {
  readonly kind: "content";
  readonly title: string;
  readonly label: string;
  readonly category: string;
  readonly by: string;
  readonly avatar: CardAvatar;
}

export interface MemberCard extends SiteFields {
  readonly kind: "member";
  readonly name: string;
  readonly line: string;
  readonly bio: string;
  readonly avatar: CardAvatar;
}

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/** Where a member's photo is placed on a card, in pixels. */
export const PHOTO_PLACES = {
  content: { x: 72, y: 510, size: 60 },
  member: { x: 72, y: 208, size: 232 },
} as const;
