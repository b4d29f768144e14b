import {
  CLAIM_FIGURE_MAX,
  CLAIM_LABEL_MAX,
  FOOTER_ABOUT_MAX,
  FOOTER_NOTE_MAX,
  SITE_NAME_MAX,
} from "#core/settings/names.ts";
import type { SavedSection } from "#core/settings/types.ts";
import { TextField } from "#web/ui/field.tsx";
import type { AdminAnswer } from "../answer-admin-form.ts";
import { SectionForm } from "./section-form.tsx";

interface FormProps<S extends "general" | "hero" | "footer"> {
  readonly saved: SavedSection<S>;
  readonly answer: AdminAnswer | undefined;
}

export function SiteForm({ saved, answer }: FormProps<"general">) {
  return (
    <SectionForm
      section="general"
      lead="The site's name in its header, page titles, feeds and emails."
      saved={saved}
      answer={answer}
    >
      {({ getField }) => (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            label="Site name"
            {...getField("siteName")}
            required
            maxLength={2 * SITE_NAME_MAX}
            autoComplete="off"
            hint={`At most ${SITE_NAME_MAX} characters.`}
          />
          <TextField
            label="Admin email"
            {...getField("adminEmail")}
            type="email"
            autoComplete="off"
            hint="Public contact address, shown in emails, the Privacy Policy and the Terms of Service. Optional."
          />
        </div>
      )}
    </SectionForm>
  );
}

const CLAIMS = [
  { figure: "figure1", label: "label1" },
  { figure: "figure2", label: "label2" },
  { figure: "figure3", label: "label3" },
  { figure: "figure4", label: "label4" },
] as const;

/** The four claims at the top of Home. */
export function HeroForm({ saved, answer }: FormProps<"hero">) {
  return (
    <SectionForm
      section="hero"
      lead="What the top of Home says about the community. These figures aren't measured, so enter what is true."
      saved={saved}
      answer={answer}
    >
      {({ getField }) => (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          {CLAIMS.map(({ figure, label }, at) => (
            <fieldset key={figure} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3">
              <legend className="sr-only">Claim {at + 1}</legend>
              <TextField
                label="Figure"
                {...getField(figure)}
                required
                maxLength={2 * CLAIM_FIGURE_MAX}
                autoComplete="off"
              />
              <TextField
                label="Label"
                {...getField(label)}
                required
                maxLength={2 * CLAIM_LABEL_MAX}
                autoComplete="off"
              />
            </fieldset>
          ))}
        </div>
      )}
    </SectionForm>
  );
}

export function FooterForm({ saved, answer }: FormProps<"footer">) {
  return (
    <SectionForm section="footer" lead="Shown at the foot of every page." saved={saved} answer={answer}>
      {({ getField }) => (
        <>
          <TextField
            label="About the site"
            {...getField("about")}
            maxLength={2 * FOOTER_ABOUT_MAX}
            autoComplete="off"
            hint="Below the site's name."
          />
          <TextField
            label="Last line"
            {...getField("note")}
            maxLength={2 * FOOTER_NOTE_MAX}
            autoComplete="off"
            hint="For example, who runs the site. Optional."
          />
        </>
      )}
    </SectionForm>
  );
}
