import { data, type RouterContextProvider } from "react-router";
import { attempt } from "#web/operation.ts";
import { textField } from "#web/shell/text-field.ts";
import { type AdminAnswer, answerAdminForm } from "../answer-admin-form.ts";
import { adminHref } from "../tabs.ts";

type Context = Readonly<RouterContextProvider>;

/** A section form's intent is this prefix and the section's name. */
export const SETTINGS_INTENT = "settings:";
/** The name of the preview button. */
export const PREVIEW = "preview";

/** Saves a section, or previews its text. */
export async function answerSettingsForm(context: Context, request: Request, form: FormData) {
  if (form.has(PREVIEW)) return showPreview(context, form);
  const section = textField(form, "intent").slice(SETTINGS_INTENT.length);
  const values = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  return answerAdminForm(context, request, form, {
    notice: "settings-saved",
    to: `${adminHref("settings")}#${section}`,
    run: ({ admin }, viewer) =>
      admin.settings.save(viewer, { section, version: textField(form, "version"), values }),
  });
}

/** Returns the form as submitted, with a preview. */
async function showPreview(context: Context, form: FormData) {
  const text = textField(form, "text");
  const made = await attempt(context, ({ admin }, viewer) => admin.settings.preview(viewer, text));
  const { title, message } = made.ok ? { title: "Preview", message: "" } : made.refusal;
  const answer = {
    ok: false,
    intent: textField(form, "intent"),
    title,
    message,
    typed: { text },
    proof: null,
  } as const;
  return made.ok
    ? data<AdminAnswer>({ ...answer, fields: { [PREVIEW]: made.value } })
    : data<AdminAnswer>({ ...answer, fields: made.refusal.fields }, { status: made.status });
}
