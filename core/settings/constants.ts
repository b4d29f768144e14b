/** These constants are in a separate file from the validation rules, so that pages showing settings don't load zod. */

export const DEFAULT_HEADLINE = "Serious discussion of crypto, AI and quantum technology";
export const DEFAULT_LEAD = "A forum, news and AI tools for people who build and use these things.";

export const SITE_NAME_MAX = 40;
export const HEADLINE_MAX = 80;
export const LEAD_MAX = 160;
export const CLAIM_FIGURE_MAX = 12;
export const CLAIM_LABEL_MAX = 24;
export const FOOTER_ABOUT_MAX = 200;
export const FOOTER_NOTE_MAX = 200;
export const PAGE_TEXT_MAX = 30_000;

/** The sections' names on screens and in the audit log. */
export const SECTION_TITLES = {
  general: "Site",
  logo: "Logo",
  favicon: "Favicon",
  accent: "Accent color",
  welcome: "Home page text",
  hero: "Home page stats",
  footer: "Footer",
  features: "Features",
  invitations: "Invitations",
  ai: "AI budget and limits",
  privacy: "Privacy Policy",
  terms: "Terms of Service",
  setup: "Setup checklist",
} as const;

export type SectionName = keyof typeof SECTION_TITLES;
export const SECTIONS = Object.keys(SECTION_TITLES) as readonly SectionName[];

export const IMAGE_SECTIONS = ["logo", "favicon"] as const satisfies readonly SectionName[];
export type ImageSection = (typeof IMAGE_SECTIONS)[number];
export const isImageSection = (section: string): section is ImageSection =>
  IMAGE_SECTIONS.some((name) => name === section);

/** The limits for an uploaded logo or favicon. */
export const BRAND_IMAGE_MAX_BYTES = 2_000_000;
export const BRAND_IMAGE_MAX_PIXELS = 16_000_000;
/** Minimum width and height in pixels. Smaller images would look blurry where browsers show large icons. */
export const FAVICON_MIN_SIZE = 48;
/** The sizes of the favicon in pixels, for browser tabs, iOS home screens and Android home screens. */
export const FAVICON_SIZES = [32, 180, 192] as const;
