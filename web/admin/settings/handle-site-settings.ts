import { INVALID_COLOR, parseColor } from "#core/settings/accent.ts";
import { answerWithStepUp } from "#web/account/answer-with-step-up.ts";
import { readUpload, type Submission } from "#web/forms/handle-intent.ts";
import { attempt } from "#web/operation.ts";
import { returnForm } from "../return-form.ts";
import { buildAdminPath } from "../tabs.ts";

/** A section form's intent is this prefix followed by the section's name. */
export const SETTINGS_INTENT_PREFIX = "settings:";
/** The name of the button that previews a section without saving it. */
export const PREVIEW = "preview";

/** The name of the button that resets a section to its defaults. A control named "reset" would shadow `form.reset`. */
export const RESET = "use-default";

export function handleSiteSettingsForm(submission: Submission) {
  const { form, id: section, text } = submission;
  if (form.has(PREVIEW)) return section === "accent" ? showColor(submission) : showPreview(submission);
  // In sections that can be reset, a missing field means its default.
  const fields = form.has(RESET) ? [] : [...form];
  const values = Object.fromEntries(
    fields.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  return answerWithStepUp(submission, {
    notice: "settings-saved",
    to: `${buildAdminPath("settings")}#${section}`,
    run: ({ admin }, viewer) => admin.settings.save(viewer, { section, version: text("version"), values }),
  });
}

export async function handleImageForm(submission: Submission) {
  const { form, id: section, text } = submission;
  const uploadedBytes = await readUpload(form, "picture");
  return answerWithStepUp(submission, {
    notice: "settings-saved",
    to: `${buildAdminPath("settings")}#${section}`,
    run: ({ admin }, viewer) =>
      admin.settings.saveImage(viewer, {
        section,
        version: text("version"),
        bytes: form.has(RESET) ? null : uploadedBytes,
      }),
  });
}

/** Validates and returns the submitted color. The page generates the preview itself. */
function showColor(submission: Submission) {
  const color = submission.text("color");
  const isValid = color === "" || parseColor(color) !== null;
  return returnForm(submission, { fieldErrors: isValid ? {} : { color: INVALID_COLOR }, input: { color } });
}

async function showPreview(submission: Submission) {
  const text = submission.text("text");
  const preview = await attempt(submission.context, ({ admin }, viewer) =>
    admin.settings.preview(viewer, submission.id, text),
  );
  const input = { text };
  return preview.ok
    ? returnForm(submission, { input, output: preview.value })
    : returnForm(submission, { input, fieldErrors: preview.refusal.fieldErrors }, preview);
}
