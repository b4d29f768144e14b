/** The site's settings, cached by each process and read again after a change (docs/decisions/041). */

import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { parseSection } from "#core/settings/sections.ts";
import { PAGE_KINDS, type PageKind, type SettingsRecord } from "#core/settings/types.ts";
import { bindOperations } from "#server/platform/bind-operations.ts";
import { createBrandHttp, readBrandFile } from "./brand-http.ts";
import type { SettingsDeps } from "./deps.ts";
import { renderPageText } from "./page-text.ts";
import { saveImage } from "./save-image.ts";
import { saveSection, writeSection } from "./save-section.ts";
import { createSecurityCheck } from "./security/check-security.ts";

export type { ImageInput } from "./save-image.ts";
export type { SectionInput } from "./save-section.ts";
export { createSettingsStore, type SettingsStore } from "./store.ts";

export function createSettings(deps: SettingsDeps) {
  const { store, builtInTexts, defaults, origin } = deps;
  const render = async (text: string) => renderPageText(text, { ...(await store.read()).effective, origin });
  return {
    http: createBrandHttp(deps),
    /** Reads the uploaded logo; null if there is none. */
    async readLogo() {
      const { image } = (await store.read()).sections.logo.values;
      return image === null ? null : readBrandFile(deps, "logo", "logo", image);
    },
    /** Reads the settings from memory. Waits for the database only on the first read and after a change. */
    read: async () => (await store.read()).effective,
    async readPage(kind: PageKind) {
      const { values, changedAt } = (await store.read()).sections[kind];
      return {
        html: await render(values.text ?? builtInTexts[kind]),
        changedAt: values.text === null ? null : changedAt,
      };
    },
    administration: {
      async read(viewer: Viewer): Promise<SettingsRecord> {
        requireAdmin(viewer);
        const { sections, effective } = await store.read();
        const texts = {
          privacy: sections.privacy.values.text ?? builtInTexts.privacy,
          terms: sections.terms.values.text ?? builtInTexts.terms,
        };
        return { sections, defaults, hasDemo: effective.hasDemo, texts };
      },
      ...bindOperations(deps, { save: saveSection, saveImage }),
      /** Hides the setup checklist. This gives access to nothing, so it requires no step-up. */
      async dismissSetup(viewer: Viewer) {
        requireAdmin(viewer);
        const { version } = (await store.read()).sections.setup;
        await writeSection(deps, viewer, { section: "setup", version, values: { dismissed: true } });
      },
      /** Renders text as the page would show it. Throws not_signed_in, access_denied, invalid_input (with fields). */
      async preview(viewer: Viewer, kind: string, text: string) {
        requireAdmin(viewer);
        const pageKind = PAGE_KINDS.find((candidate) => candidate === kind);
        if (pageKind === undefined) throw new AppError("invalid_input");
        return render(parseSection(pageKind, { text }).text ?? builtInTexts[pageKind]);
      },
      checkSecurity: createSecurityCheck(deps),
    },
  };
}

export type Settings = ReturnType<typeof createSettings>;
