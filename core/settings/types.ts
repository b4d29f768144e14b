import type { HeroStat } from "#core/hero-claims.ts";
import type { InvitationSettings } from "#core/invitations/rules.ts";
import type { AccentPalette } from "./accent.ts";
import type { SectionName } from "./constants.ts";
import type { SectionValues } from "./sections.ts";

/** Who can sign up: everyone, people with an invitation, or no one. */
export type SignUpMode = "open" | "invited" | "closed";

interface RateLimits {
  readonly perMinute: number;
  readonly perDay: number;
}

export interface AiLimits {
  readonly visitor: RateLimits;
  readonly member: RateLimits;
  readonly sitePerDay: number;
}

/** The environment's values, which apply until an administrator changes them. */
export interface SettingDefaults {
  readonly signUpOpen: boolean;
  readonly aiLimits: AiLimits;
}

/** The site's own branding. Null means the built-in one. */
export interface Branding {
  readonly logo: BrandLogo | null;
  /** The digest of the favicon, which is in the path of each size. */
  readonly favicon: string | null;
  readonly accent: AccentPalette | null;
}

export interface BrandLogo {
  readonly path: string;
  /** In pixels, usually several times larger than shown. */
  readonly width: number;
  readonly height: number;
}

/** The settings in effect: an administrator's value, otherwise the environment's or the default. */
export interface SiteSettings {
  readonly siteName: string;
  /** The site's contact address; null if none is set. */
  readonly adminEmail: string | null;
  readonly branding: Branding;
  readonly headline: string | null;
  readonly lead: string | null;
  /** Null until an administrator has changed them. */
  readonly claims: readonly HeroStat[] | null;
  readonly footer: SectionValues["footer"];
  readonly signUpMode: SignUpMode;
  /** Whether everyone can sign up, without an invitation. */
  readonly signUpOpen: boolean;
  readonly invitations: InvitationSettings;
  readonly aiTools: boolean;
  /** Whether the sign-in form may show the demo administrator's password. */
  readonly demoHint: boolean;
  readonly aiLimits: AiLimits;
  readonly hasDemo: boolean;
}

export interface SavedSection<S extends SectionName = SectionName> {
  readonly values: SectionValues[S];
  /** 0 before the first save. */
  readonly version: number;
  /** RFC 3339; null before the first save. */
  readonly changedAt: string | null;
  readonly changedBy: string | null;
}

/** Pages with editable text. */
export const PAGE_KINDS = ["privacy", "terms"] as const satisfies readonly SectionName[];
export type PageKind = (typeof PAGE_KINDS)[number];

export interface SettingsRecord {
  readonly sections: { readonly [S in SectionName]: SavedSection<S> };
  readonly defaults: SettingDefaults;
  /** Whether there is a demo administrator. */
  readonly hasDemo: boolean;
  /** The text in effect: Markdown with {site} and {contact}. */
  readonly texts: Readonly<Record<PageKind, string>>;
}
