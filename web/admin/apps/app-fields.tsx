import { CLIENT_NAME_MAX, CLIENT_URL_MAX, type RegisteredApp } from "#core/accounts/oauth.ts";
import { TextField } from "#web/ui/field.tsx";
import { TextAreaField } from "#web/ui/text-area-field.tsx";
import type { AdminFormState } from "../admin-form.tsx";

interface AppFieldsProps extends Pick<AdminFormState, "fields" | "input"> {
  readonly app?: RegisteredApp;
}

export function AppFields({ app, fields, input }: AppFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        maxLength={CLIENT_NAME_MAX}
        autoComplete="off"
        defaultValue={input.name ?? app?.name}
        hint="Members see it when they sign in to the app."
        error={fields.name}
      />
      <TextField
        label="Website (optional)"
        name="website"
        inputMode="url"
        maxLength={CLIENT_URL_MAX}
        autoComplete="off"
        defaultValue={input.website ?? app?.website ?? ""}
        error={fields.website}
      />
      <TextAreaField
        label="Redirect URIs"
        name="redirectUris"
        heights="min-h-18"
        spellCheck={false}
        defaultValue={input.redirectUris ?? app?.redirectUris.join("\n")}
        hint="One per line. After signing in, members can only be sent to exactly these addresses."
        error={fields.redirectUris}
      />
    </>
  );
}
