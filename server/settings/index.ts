/** The site's settings, cached by each process and read again after a change (docs/decisions/041). */
import type { Hono } from "hono";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError, describeTooLong } from "#core/errors.ts";
import { PAGE_TEXT_MAX } from "#core/settings/names.ts";
import type { RequestFacts, SecurityCheck } from "#core/settings/security.ts";
import type { PageKind, SettingsRecord, SitePage, SiteSettings } from "#core/settings/types.ts";
import { createBrandHttp, readBrandFile } from "./brand-http.ts";
import type { SettingsDeps } from "./deps.ts";
import { renderPageText } from "./page-text.ts";
import { type ImageInput, saveImage } from "./save-image.ts";
import { type SectionInput, saveSection, writeSection } from "./save-section.ts";
import { createSecurityCheck } from "./security/check-security.ts";

export type { ImageInput } from "./save-image.ts";
export type { SectionInput } from "./save-section.ts";
export { createSettingsStore, type SettingsStore } from "./store.ts";

export interface Settings {
  readonly http: Hono;
  /** Null if there is none. */
  readLogo(): Promise<Uint8Array | null>;
  /** In memory, except for the first time after a change. */
  read(): Promise<SiteSettings>;
  readPage(kind: PageKind): Promise<SitePage>;
  readonly administration: SettingsAdministration;
}

export interface SettingsAdministration {
  read(viewer: Viewer): Promise<SettingsRecord>;
  save(viewer: Viewer, input: SectionInput): Promise<void>;
  saveImage(viewer: Viewer, input: ImageInput): Promise<void>;
  /** Gives access to nothing, so it requires no step-up. */
  dismissSetup(viewer: Viewer): Promise<void>;
  /** Throws too_large. */
  preview(viewer: Viewer, text: string): Promise<string>;
  /** Three statements. */
  checkSecurity(viewer: Viewer, request: RequestFacts): Promise<readonly SecurityCheck[]>;
}

export function createSettings(deps: SettingsDeps): Settings {
  const { store, builtInTexts, defaults, origin } = deps;
  const render = async (text: string) => renderPageText(text, { ...(await store.read()).effective, origin });
  return {
    http: createBrandHttp(deps),
    async readLogo() {
      const { image } = (await store.read()).sections.logo.values;
      return image === null ? null : readBrandFile(deps, "logo", "logo", image);
    },
    read: async () => (await store.read()).effective,
    async readPage(kind) {
      const { values, changedAt } = (await store.read()).sections[kind];
      return {
        html: await render(values.text ?? builtInTexts[kind]),
        changedAt: values.text === null ? null : changedAt,
      };
    },
    administration: {
      async read(viewer) {
        requireAdmin(viewer);
        const { sections, effective } = await store.read();
        const texts = {
          privacy: sections.privacy.values.text ?? builtInTexts.privacy,
          terms: sections.terms.values.text ?? builtInTexts.terms,
        };
        return { sections, defaults, hasDemo: effective.hasDemo, texts };
      },
      save: (viewer, input) => saveSection(deps, viewer, input),
      saveImage: (viewer, input) => saveImage(deps, viewer, input),
      async dismissSetup(viewer) {
        requireAdmin(viewer);
        const { version } = (await store.read()).sections.setup;
        await writeSection(deps, viewer, { section: "setup", version, values: { dismissed: true } });
      },
      async preview(viewer, text) {
        requireAdmin(viewer);
        if (text.length > 2 * PAGE_TEXT_MAX)
          throw new AppError("too_large", { message: describeTooLong(text.length, PAGE_TEXT_MAX) });
        return render(text.replace(/\r\n?/g, "\n"));
      },
      checkSecurity: createSecurityCheck(deps),
    },
  };
}
