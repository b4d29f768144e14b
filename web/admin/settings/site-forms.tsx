import {
  CLAIM_FIGURE_MAX,
  CLAIM_LABEL_MAX,
  DEFAULT_HEADLINE,
  DEFAULT_LEAD,
  FOOTER_ABOUT_MAX,
  FOOTER_NOTE_MAX,
  HEADLINE_MAX,
  LEAD_MAX,
  SITE_NAME_MAX,
} from "#core/settings/constants.ts";
import type { SavedSection } from "#core/settings/types.ts";
import { SectionForm, SettingField } from "./section-form.tsx";

interface FormProps<S extends "general" | "welcome" | "hero" | "footer"> {
  readonly saved: SavedSection<S>;
}

export function SiteForm({ saved }: FormProps<"general">) {
  return (
    <SectionForm
      section="general"
      lead="The site name appears in the header, page titles, feeds and emails."
      saved={saved}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SettingField
          saved={saved}
          label="Site name"
          name="siteName"
          required
          maxLength={2 * SITE_NAME_MAX}
          hint={`At most ${SITE_NAME_MAX} characters.`}
        />
        <SettingField
          saved={saved}
          label="Admin email"
          name="adminEmail"
          type="email"
          hint="Public contact address, shown in emails, the Privacy Policy and the Terms of Service. Optional."
        />
      </div>
    </SectionForm>
  );
}

export function WelcomeForm({ saved }: FormProps<"welcome">) {
  const { headline, lead } = saved.values;
  return (
    <SectionForm
      section="welcome"
      lead="Shown to visitors at the top of the home page, and to search engines."
      saved={saved}
      resetLabel={headline !== null || lead !== null ? "Reset to default" : false}
    >
      <SettingField
        saved={saved}
        label="Headline"
        name="headline"
        placeholder={DEFAULT_HEADLINE}
        maxLength={2 * HEADLINE_MAX}
        hint={`At most ${HEADLINE_MAX} characters. Leave empty to use the built-in text.`}
      />
      <SettingField
        saved={saved}
        label="Lead text"
        name="lead"
        placeholder={DEFAULT_LEAD}
        maxLength={2 * LEAD_MAX}
        hint={`One sentence, at most ${LEAD_MAX} characters. Hidden on small screens.`}
      />
    </SectionForm>
  );
}

const CLAIMS = [
  { figure: "figure1", label: "label1" },
  { figure: "figure2", label: "label2" },
  { figure: "figure3", label: "label3" },
  { figure: "figure4", label: "label4" },
] as const;

export function HeroForm({ saved, hasDemo }: FormProps<"hero"> & { readonly hasDemo: boolean }) {
  return (
    <SectionForm
      section="hero"
      lead={
        saved.version === 0 && !hasDemo
          ? "The top of the home page shows current counts until you save your own stats here. Yours aren't updated automatically, so enter accurate values."
          : "Shown at the top of the home page. These stats aren't updated automatically, so enter accurate values."
      }
      saved={saved}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {CLAIMS.map(({ figure, label }, index) => (
          <fieldset key={figure} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3">
            <legend className="sr-only">Stat {index + 1}</legend>
            <SettingField
              saved={saved}
              label="Value"
              name={figure}
              required
              maxLength={2 * CLAIM_FIGURE_MAX}
            />
            <SettingField saved={saved} label="Label" name={label} required maxLength={2 * CLAIM_LABEL_MAX} />
          </fieldset>
        ))}
      </div>
    </SectionForm>
  );
}

export function FooterForm({ saved }: FormProps<"footer">) {
  return (
    <SectionForm section="footer" lead="Shown at the bottom of every page." saved={saved}>
      <SettingField
        saved={saved}
        label="Tagline"
        name="about"
        maxLength={2 * FOOTER_ABOUT_MAX}
        hint="Below the site's name."
      />
      <SettingField
        saved={saved}
        label="Footer note"
        name="note"
        maxLength={2 * FOOTER_NOTE_MAX}
        hint="For example, who runs the site. Optional."
      />
    </SectionForm>
  );
}
