/** The content of a preview image. Any text in it may be user input. */
export type Card = SiteCard | ContentCard | MemberCard;

/** The facts about the site that every card has. */
export interface SiteFacts {
  readonly siteName: string;
  /** Without the scheme. */
  readonly host: string;
  /**
   * Omitted for the built-in color, so that images drawn with it have the same URLs as before accent colors existed.
   */
  readonly accent?: string;
  readonly logo?: CardLogo;
  readonly headline?: string;
}

/** The site's logo. `path` only identifies it. */
export interface CardLogo {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

export interface SiteCard extends SiteFacts {
  readonly kind: "site";
}

/** A generated avatar, a space for an uploaded picture, or none. */
export type CardAvatar = { readonly seed: string } | "uploaded" | null;

export interface ContentCard extends SiteFacts {
  readonly kind: "content";
  readonly title: string;
  readonly label: string;
  readonly category: string;
  readonly by: string;
  readonly avatar: CardAvatar;
}

export interface MemberCard extends SiteFacts {
  readonly kind: "member";
  readonly name: string;
  readonly line: string;
  readonly bio: string;
  readonly avatar: CardAvatar;
}

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/** The boxes that the logo is fitted into, in pixels. Even a logo of maximum width leaves space for the site's name. */
const LOGO_BOXES = {
  site: { x: 72, y: 150, height: 150, maxWidth: 900 },
  header: { x: 72, y: 62, height: 52, maxWidth: 300 },
} as const;

/** Returns the position and size of a logo with these proportions, centered vertically in its box. */
export function placeLogo(
  kind: keyof typeof LOGO_BOXES,
  { width, height }: Pick<CardLogo, "width" | "height">,
) {
  const box = LOGO_BOXES[kind];
  const scale = Math.min(box.height / height, box.maxWidth / width);
  const [placedWidth, placedHeight] = [Math.round(width * scale), Math.max(1, Math.round(height * scale))];
  return {
    left: box.x,
    top: Math.round(box.y + (box.height - placedHeight) / 2),
    width: Math.max(1, placedWidth),
    height: placedHeight,
  };
}

/** The boxes that a member's avatar fills, in pixels. */
export const AVATAR_BOXES = {
  content: { x: 72, y: 510, size: 60 },
  member: { x: 72, y: 208, size: 232 },
} as const;
