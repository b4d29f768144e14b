/**
 * The site's settings: administrators' values on top of the environment and the defaults. Owns
 * public.site_settings. Each process caches them and reads them again after any process on the database has
 * saved some (docs/decisions/041), so that reading settings is free.
 */
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { PAGE_TEXT_MAX } from "#core/settings/names.ts";
import type { RequestFacts, SecurityCheck } from "#core/settings/security.ts";
import type { PageKind, SettingsRecord, SitePage, SiteSettings } from "#core/settings/types.ts";
import type { SettingsDeps } from "./deps.ts";
import { renderPageText } from "./page-text.ts";
import { type GivenSection, saveSection } from "./save-section.ts";
import { createSecurityCheck } from "./security/check-security.ts";

export type { GivenSection } from "./save-section.ts";
export { createSettingsStore, type SettingsStore } from "./store.ts";

export interface Settings {
  /** The settings in effect, from memory except for the first read after a change. */
  read(): Promise<SiteSettings>;
  readPage(kind: PageKind): Promise<SitePage>;
  readonly administration: SettingsAdministration;
}

export interface SettingsAdministration {
  show(viewer: Viewer): Promise<SettingsRecord>;
  save(viewer: Viewer, given: GivenSection): Promise<void>;
  /** Renders a page's text to HTML. Throws AppError: not_signed_in, access_denied, too_large. */
  preview(viewer: Viewer, text: string): Promise<string>;
  /** Runs the security checks. Two statements. */
  checkSecurity(viewer: Viewer, request: RequestFacts): Promise<readonly SecurityCheck[]>;
}

export function createSettings(deps: SettingsDeps): Settings {
  const { store, builtInTexts: ownTexts, defaults, hasDemo, origin } = deps;
  const render = async (text: string) => renderPageText(text, { ...(await store.read()).effective, origin });
  return {
    read: async () => (await store.read()).effective,
    async readPage(kind) {
      const { values, changedAt } = (await store.read()).sections[kind];
      return {
        html: await render(values.text ?? ownTexts[kind]),
        changedAt: values.text === null ? null : changedAt,
      };
    },
    administration: {
      async show(viewer) {
        requireAdmin(viewer);
        const { sections } = await store.read();
        const texts = {
          privacy: sections.privacy.values.text ?? ownTexts.privacy,
          terms: sections.terms.values.text ?? ownTexts.terms,
        };
        return { sections, defaults, hasDemo, texts };
      },
      save: (viewer, given) => saveSection(deps, viewer, given),
      async preview(viewer, text) {
        requireAdmin(viewer);
        if (text.length > 2 * PAGE_TEXT_MAX) throw new AppError("too_large");
        return render(text.replace(/\r\n?/g, "\n"));
      },
      checkSecurity: createSecurityCheck(deps),
    },
  };
}
