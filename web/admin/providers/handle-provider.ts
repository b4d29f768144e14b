import { data, type RouterContextProvider } from "react-router";
import type { Viewer } from "#core/accounts/member.ts";
import { getTextField } from "#web/forms/text-field.ts";
import { handleAdminForm } from "../handle-admin-form.ts";
import { buildProviderPath, PROVIDER_LIST_PATH } from "./provider-paths.ts";

type Context = Readonly<RouterContextProvider>;

/** All intents of a provider's forms begin with this. */
export const PROVIDER_INTENT = "provider:";
export const SAVE_PROVIDER = "provider:save";
export const TURN_ON = "provider:turn-on";
export const TURN_OFF = "provider:turn-off";
export const REMOVE_PROVIDER = "provider:remove";

/** Handles the forms of a provider's screen. */
export function handleProviderForm(context: Context, request: Request, form: FormData, id: string) {
  const text = (name: string) => getTextField(form, name);
  const change = { id, version: text("version"), acceptsLockOut: text("confirm") === "yes" };
  const intent = text("intent");
  switch (intent) {
    case SAVE_PROVIDER:
      return handleAdminForm(context, request, form, {
        notice: "settings-saved",
        to: (savedId: string) => `${buildProviderPath(savedId)}#test`,
        run: ({ admin }, viewer: Viewer) =>
          admin.providers.save(viewer, {
            id,
            version: change.version,
            label: text("label"),
            name: text("name"),
            url: text("url"),
            clientId: text("clientId"),
            secret: text("secret"),
            scopes: text("scopes"),
            appleTeamId: text("appleTeamId"),
            appleKeyId: text("appleKeyId"),
          }),
      });
    case TURN_ON:
    case TURN_OFF:
      return handleAdminForm(context, request, form, {
        notice: "settings-saved",
        to: `${buildProviderPath(id)}#use`,
        run: ({ admin }, viewer) =>
          admin.providers.setEnabled(viewer, { ...change, isEnabled: intent === TURN_ON }),
      });
    case REMOVE_PROVIDER:
      return handleAdminForm(context, request, form, {
        notice: "settings-saved",
        to: () => PROVIDER_LIST_PATH,
        run: ({ admin }, viewer) => admin.providers.remove(viewer, change),
      });
    default:
      throw data(null, { status: 400 });
  }
}
