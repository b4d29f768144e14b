import { AppError } from "#core/errors.ts";
import { textField } from "#web/shell/text-field.ts";
import type { answerAct } from "../answer-act.ts";
import { adminHref } from "../tabs.ts";

/** The intent of a section's form is this and its name. */
export const SETTINGS_INTENT = "settings:";
/** A button of this name asks how the text would look. */
export const PREVIEW = "preview";

type SettingsAct = Parameters<typeof answerAct>[3];

/** What a form of the Settings tab asks for: the section saved, or its text as it would be shown. */
export function actOfSettings(form: FormData): SettingsAct {
  const section = textField(form, "intent").slice(SETTINGS_INTENT.length);
  const values = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  return {
    notice: "settings-saved",
    to: `${adminHref("settings")}#${section}`,
    async run({ admin: { settings } }, viewer) {
      if (!form.has(PREVIEW))
        return settings.save(viewer, { section, version: textField(form, "version"), values });
      const html = await settings.preview(viewer, textField(form, "text"));
      // Nothing is saved: everything typed comes back, and the preview beside it.
      throw new AppError("invalid_input", { fields: { [PREVIEW]: html } });
    },
  };
}
