import { sql } from "drizzle-orm";
import { MEMBER_INVITATIONS_PER_DAY } from "#core/invitations/limits.ts";
import { deriveAccent } from "#core/settings/accent.ts";
import { buildLogoPath } from "#core/settings/branding.ts";
import { SECTIONS, type SectionName } from "#core/settings/constants.ts";
import { DEFAULT_VALUES, parseStoredSection, toClaims } from "#core/settings/sections.ts";
import type {
  Branding,
  SavedSection,
  SettingDefaults,
  SettingsRecord,
  SiteSettings,
} from "#core/settings/types.ts";
import { isDemoRemoved } from "#server/audit/index.ts";
import type { Database } from "#server/database/index.ts";
import { createAnnouncedCache } from "#server/platform/announced-cache.ts";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Log } from "#server/platform/log.ts";

export type SavedSections = SettingsRecord["sections"];

export interface LoadedSettings {
  readonly sections: SavedSections;
  readonly effective: SiteSettings;
}

export interface SettingsStore {
  read(): Promise<LoadedSettings>;
  refresh(): Promise<LoadedSettings>;
}

interface StoreDeps {
  readonly database: Database;
  readonly log: Log;
  readonly announcements: Pick<Announcements, "on" | "onGap">;
  readonly defaults: SettingDefaults;
  /** Whether the site had the demo community when this process started. */
  readonly hasDemo: boolean;
}

/** Creates the cache of the settings. `refresh` reads them again. */
export function createSettingsStore(deps: StoreDeps): SettingsStore {
  const { database, log, announcements, defaults, hasDemo } = deps;
  const read = () => readAll(database, defaults, hasDemo);
  const cache = createAnnouncedCache({ read, name: "the settings", log, announcements });
  return { read: cache.get, refresh: cache.refresh };
}

interface Row extends Record<string, unknown> {
  section: string;
  value: unknown;
  version: number;
  changed_at: string;
  changed_by_name: string;
}

async function readAll(
  { db }: Database,
  defaults: SettingDefaults,
  hadDemo: boolean,
): Promise<LoadedSettings> {
  const { rows } = await db.execute<Row>(
    sql`select section, value - 'files' as value, version, changed_at, changed_by_name from public.site_settings`,
  );
  const sections = Object.fromEntries(
    SECTIONS.map((section) => [
      section,
      presentSection(
        section,
        rows.find((row) => row.section === section),
      ),
    ]),
  ) as unknown as SavedSections;
  const hasDemo = hadDemo && !(await isDemoRemoved(db));
  return { sections, effective: { ...mergeSettings(sections, defaults), hasDemo } };
}

function presentSection(section: SectionName, row: Row | undefined): SavedSection {
  if (!row) return { values: DEFAULT_VALUES[section], version: 0, changedAt: null, changedBy: null };
  return {
    values: parseStoredSection(section, row.value),
    version: row.version,
    changedAt: new Date(row.changed_at).toISOString(),
    changedBy: row.changed_by_name,
  };
}

function mergeSettings(
  sections: SavedSections,
  { signUpOpen, aiLimits }: SettingDefaults,
): Omit<SiteSettings, "hasDemo"> {
  const { general, welcome, footer, features, invitations, hero, ai } = sections;
  const signUp = features.values.signUp ?? signUpOpen;
  const { visitor, member, sitePerDay } = aiLimits;
  return {
    ...general.values,
    ...welcome.values,
    branding: toBranding(sections),
    footer: footer.values,
    claims: hero.version === 0 ? null : toClaims(hero.values),
    signUpMode: signUp === "invited" ? "invited" : signUp ? "open" : "closed",
    signUpOpen: signUp === true,
    invitations: {
      members: invitations.values.members,
      perDay: invitations.values.perDay ?? MEMBER_INVITATIONS_PER_DAY,
    },
    aiTools: features.values.aiTools,
    demoHint: features.values.demoHint,
    aiLimits: {
      visitor: {
        perMinute: ai.values.visitorPerMinute ?? visitor.perMinute,
        perDay: ai.values.visitorPerDay ?? visitor.perDay,
      },
      member: {
        perMinute: ai.values.memberPerMinute ?? member.perMinute,
        perDay: ai.values.memberPerDay ?? member.perDay,
      },
      sitePerDay: ai.values.sitePerDay ?? sitePerDay,
    },
  };
}

function toBranding({ logo, favicon, accent }: SavedSections): Branding {
  const { image, width, height } = logo.values;
  const { color } = accent.values;
  return {
    logo: image && width && height ? { path: buildLogoPath(image), width, height } : null,
    favicon: favicon.values.image,
    accent: color === null ? null : deriveAccent(color),
  };
}
