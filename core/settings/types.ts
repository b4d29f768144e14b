import type { HeroClaim } from "#core/hero-claims.ts";
import type { SectionName } from "./names.ts";
import type { SectionValues } from "./sections.ts";

/** Answers of one person. */
interface PersonLimits {
  readonly perMinute: number;
  readonly perDay: number;
}

export interface AiLimits {
  readonly visitor: PersonLimits;
  readonly member: PersonLimits;
  readonly sitePerDay: number;
}

/** What the environment says of what can be set. */
export interface SettingDefaults {
  readonly signUpOpen: boolean;
  readonly aiLimits: AiLimits;
}

/** The settings that hold now: what administrators set, else what the environment or the program says. */
export interface SiteSettings {
  readonly siteName: string;
  /** Where the site is written to; null when nobody said. */
  readonly adminEmail: string | null;
  readonly claims: readonly HeroClaim[];
  readonly footer: { readonly about: string; readonly note: string };
  readonly signUpOpen: boolean;
  readonly aiTools: boolean;
  /** Whether the login dialog may hint at the demo's administrator, where there is one. */
  readonly demoHint: boolean;
  readonly aiLimits: AiLimits;
}

/** A section as its form begins: what is set, and which time of saving that was. */
export interface SavedSection<S extends SectionName = SectionName> {
  readonly values: SectionValues[S];
  /** 0 while nobody has saved it. */
  readonly version: number;
  /** RFC 3339; null while nobody has saved it. */
  readonly changedAt: string | null;
  readonly changedBy: string | null;
}

/** The pages whose texts administrators may write. */
export const PAGE_KINDS = ["privacy", "terms"] as const satisfies readonly SectionName[];
export type PageKind = (typeof PAGE_KINDS)[number];

/** What the Settings tab shows. */
export interface SettingsRecord {
  readonly sections: { readonly [S in SectionName]: SavedSection<S> };
  readonly defaults: SettingDefaults;
  /** Whether the demo's administrator is there to be hinted at. */
  readonly hasDemo: boolean;
  /** The texts that hold: Markdown, with {site} and {contact} in it. */
  readonly texts: Readonly<Record<PageKind, string>>;
}

/** One of the pages, to be shown. */
export interface SitePage {
  readonly html: string;
  /** RFC 3339; null while it is the program's own text. */
  readonly changedAt: string | null;
}
