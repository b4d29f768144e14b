/** Separate from the validation rules, so that pages showing settings don't load zod. */

/** In characters. */
export const SITE_NAME_MAX = 40;
export const CLAIM_FIGURE_MAX = 12;
export const CLAIM_LABEL_MAX = 24;
export const FOOTER_ABOUT_MAX = 200;
export const FOOTER_NOTE_MAX = 200;
export const PAGE_TEXT_MAX = 30_000;

/** As named on screen and in the audit log. */
export const SECTION_TITLES = {
  general: "Site",
  hero: "Hero claims",
  footer: "Footer",
  features: "Features",
  ai: "AI budget and limits",
  privacy: "Privacy Policy",
  terms: "Terms of Service",
} as const;

export type SectionName = keyof typeof SECTION_TITLES;
export const SECTIONS = Object.keys(SECTION_TITLES) as readonly SectionName[];
