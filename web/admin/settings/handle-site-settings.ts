import { data, type RouterContextProvider } from "react-router";
import { INVALID_COLOR, parseColor } from "#core/settings/accent.ts";
import { getTextField } from "#web/forms/text-field.ts";
import { attempt } from "#web/operation.ts";
import { type AdminResult, handleAdminForm } from "../handle-admin-form.ts";
import { buildAdminPath } from "../tabs.ts";

type Context = Readonly<RouterContextProvider>;

/** A section form's intent is this prefix and the section's name. */
export const SETTINGS_INTENT = "settings:";
/** The name of the preview button. */
export const PREVIEW = "preview";

/** The name of the button that resets a section to its defaults. A control named "reset" would hide `form.reset`. */
export const RESET = "use-default";

/** Saves or resets a section, or previews it. */
export async function handleSiteSettingsForm(context: Context, request: Request, form: FormData) {
  const section = getTextField(form, "intent").slice(SETTINGS_INTENT.length);
  if (form.has(PREVIEW)) return section === "accent" ? showColor(form) : showPreview(context, form);
  // A missing field means the default in sections that can be reset.
  const fields = form.has(RESET) ? [] : [...form];
  const values = Object.fromEntries(
    fields.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  return handleAdminForm(context, request, form, {
    notice: "settings-saved",
    to: `${buildAdminPath("settings")}#${section}`,
    run: ({ admin }, viewer) =>
      admin.settings.save(viewer, { section, version: getTextField(form, "version"), values }),
  });
}

/** Saves an uploaded logo or favicon, or resets it. */
export async function handleImageForm(context: Context, request: Request, form: FormData) {
  const section = getTextField(form, "intent").slice(SETTINGS_INTENT.length);
  const picture = form.get("picture");
  const uploaded = picture instanceof File ? new Uint8Array(await picture.arrayBuffer()) : new Uint8Array();
  return handleAdminForm(context, request, form, {
    notice: "settings-saved",
    to: `${buildAdminPath("settings")}#${section}`,
    run: ({ admin }, viewer) =>
      admin.settings.saveImage(viewer, {
        section,
        version: getTextField(form, "version"),
        bytes: form.has(RESET) ? null : uploaded,
      }),
  });
}

/** Returns the form as submitted: the page derives the preview of a color itself. */
function showColor(form: FormData) {
  const input = { color: getTextField(form, "color") };
  const isValid = input.color === "" || parseColor(input.color) !== null;
  const fields: Record<string, string> = isValid ? {} : { color: INVALID_COLOR };
  const intent = getTextField(form, "intent");
  return data<AdminResult>({ ok: false, intent, title: "Preview", message: "", fields, input, proof: null });
}

/** Returns the form as submitted, with a preview. */
async function showPreview(context: Context, form: FormData) {
  const text = getTextField(form, "text");
  const preview = await attempt(context, ({ admin }, viewer) => admin.settings.preview(viewer, text));
  const { title, message } = preview.ok ? { title: "Preview", message: "" } : preview.refusal;
  const base = {
    ok: false,
    intent: getTextField(form, "intent"),
    title,
    message,
    input: { text },
    proof: null,
  } as const;
  return preview.ok
    ? data<AdminResult>({ ...base, fields: { [PREVIEW]: preview.value } })
    : data<AdminResult>({ ...base, fields: preview.refusal.fields }, { status: preview.status });
}
