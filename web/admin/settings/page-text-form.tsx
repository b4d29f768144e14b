import { PAGE_TEXT_MAX } from "#core/settings/names.ts";
import type { PageKind, SavedSection } from "#core/settings/types.ts";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { Prose } from "#web/ui/prose.tsx";
import { TextAreaField } from "#web/ui/text-area-field.tsx";
import { PREVIEW } from "./handle-site-settings.ts";
import { SectionForm } from "./section-form.tsx";

interface PageTextFormProps {
  readonly kind: PageKind;
  readonly saved: SavedSection<PageKind>;
  readonly text: string;
}

export function PageTextForm({ kind, saved, text }: PageTextFormProps) {
  return (
    <SectionForm
      section={kind}
      lead={`Shown at /${kind}, which every page links to in its footer.`}
      saved={saved}
      extraButtons={<SubmitButton label="Preview" name={PREVIEW} value="yes" formNoValidate />}
    >
      {({ fields }) => (
        <>
          <TextAreaField
            label="Text"
            name="text"
            rows={14}
            maxLength={2 * PAGE_TEXT_MAX}
            // Limited in height: long text would push everything below out of reach.
            className="[&_textarea]:max-h-[32rem]"
            defaultValue={text}
            hint="Supports Markdown. {site} is replaced with the site name, {contact} with the admin email. Leave empty to use the built-in text."
          />
          <div role="status" className="empty:-mt-4">
            {fields[PREVIEW] === undefined ? null : (
              <section
                aria-label="Preview"
                className="max-h-[32rem] overflow-y-auto rounded-md border border-line-strong p-4"
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
                tabIndex={0}
              >
                <Prose html={fields[PREVIEW]} />
              </section>
            )}
          </div>
        </>
      )}
    </SectionForm>
  );
}
