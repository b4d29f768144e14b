import { CLIENT_NAME_MAX, CLIENT_URL_MAX, type RegisteredApp } from "#core/accounts/oauth.ts";
import { TextField } from "#web/ui/field.tsx";
import { TextAreaField } from "#web/ui/text-area-field.tsx";

export function AppFields({ app }: { app?: RegisteredApp }) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        maxLength={CLIENT_NAME_MAX}
        autoComplete="off"
        defaultValue={app?.name}
        hint="Members see it when they sign in to the app."
      />
      <TextField
        label="Website (optional)"
        name="website"
        inputMode="url"
        maxLength={CLIENT_URL_MAX}
        autoComplete="off"
        defaultValue={app?.website ?? ""}
      />
      <TextAreaField
        label="Redirect URIs"
        name="redirectUris"
        heights="min-h-18"
        spellCheck={false}
        defaultValue={app?.redirectUris.join("\n")}
        hint="One per line. After signing in, members can only be sent to exactly these URLs."
      />
    </>
  );
}
