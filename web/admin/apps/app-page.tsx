import type { RegisteredApp } from "#core/accounts/oauth.ts";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { Section } from "#web/ui/section.tsx";
import { AdminForm } from "../admin-form.tsx";
import { BackLink } from "../back-link.tsx";
import { AppCredentials, Credential, useNewCredentials } from "./app-credentials.tsx";
import { AppFields } from "./app-fields.tsx";
import { APPS_PATH } from "./app-paths.ts";

export function AppPage({ app }: { app: RegisteredApp }) {
  const { credentials, onDone } = useNewCredentials();
  return (
    <div className="grid grid-cols-1 gap-5">
      <BackLink to={APPS_PATH} label="Apps" />
      <h1 className="text-xl wrap-anywhere sm:text-2xl">{app.name}</h1>
      {credentials ? <AppCredentials {...credentials} /> : null}
      <Section id="app" title="Registration">
        <div className="grid grid-cols-1 gap-4">
          <Credential label="Client ID" value={app.id} />
          <AdminForm intent="edit-app" anchor="app">
            <AppFields app={app} />
            <SubmitButton label="Save changes" busyLabel="Saving..." variant="primary" />
          </AdminForm>
        </div>
      </Section>
      {app.authMethod === "none" ? null : (
        <Section
          id="secret"
          title="Secret"
          lead="The current secret stops working as soon as you create a new one. Members stay signed in to the app."
        >
          <AdminForm intent="replace-secret" anchor="secret" onDone={onDone}>
            <SubmitButton label="Create a new secret" />
          </AdminForm>
        </Section>
      )}
      <Section
        id="delete"
        title="Delete the app"
        lead={`Members will no longer be able to sign in to the app with their account here, and it will lose access to all accounts immediately. ${
          app.grantCount === 1
            ? "1 member has"
            : `${app.grantCount === 0 ? "No" : app.grantCount.toLocaleString("en")} members have`
        } granted it access.`}
      >
        <AdminForm intent="delete-app" anchor="delete">
          <SubmitButton label="Delete app" variant="danger" />
        </AdminForm>
      </Section>
    </div>
  );
}
