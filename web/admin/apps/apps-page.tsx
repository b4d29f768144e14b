import { CLIENT_NAME_MAX, CLIENT_URL_MAX, type RegisteredApp } from "#core/accounts/oauth.ts";
import { AppInitial } from "#web/apps/app-name.tsx";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { useSite } from "#web/page/site-data.ts";
import { SelectField, TextAreaField, TextField } from "#web/ui/field.tsx";
import { Link } from "#web/ui/link.tsx";
import { Section } from "#web/ui/section.tsx";
import { AdminForm } from "../admin-form.tsx";
import { BackLink } from "../back-link.tsx";
import { buildAdminPath } from "../tabs.ts";
import {
  APPS_PATH,
  AppCredentials,
  buildAppPath,
  Credential,
  useNewCredentials,
} from "./app-credentials.tsx";

const APP_TYPES = [
  { value: "confidential", label: "Runs on a server, with a secret" },
  { value: "public", label: "Runs in a browser or on a device, without a secret" },
];

interface AppsPageProps {
  /** Null if the OAuth server is turned off. */
  readonly apps: readonly RegisteredApp[] | null;
}

export function AppsPage({ apps }: AppsPageProps) {
  const { publicUrl } = useSite();
  const { credentials, onDone } = useNewCredentials();
  return (
    <div className="grid grid-cols-1 gap-5">
      <BackLink to={buildAdminPath("settings")} />
      <div>
        <h1 className="text-xl sm:text-2xl">Apps</h1>
        <p className="mt-2 max-w-[70ch] text-sm text-pretty text-muted">
          Apps are other programs that let people sign in with their account on this site. Members see what an
          app asks for before they approve it.
        </p>
      </div>
      {credentials ? <AppCredentials {...credentials} /> : null}
      {apps === null ? (
        <p className="rounded-lg border border-line bg-surface p-4 text-sm sm:p-6">
          Apps are turned off. To turn them on, set <code>AUTH_OAUTH_SERVER=on</code> and restart Lattice.
        </p>
      ) : (
        <>
          <AppList apps={apps} />
          <Section
            id="register"
            title="Register an app"
            lead="Most apps need only the issuer, the client ID and the client secret."
          >
            <div className="grid grid-cols-1 gap-4">
              <Credential label="Issuer" value={`${publicUrl}/auth/v1`} />
              <AdminForm intent="create-app" anchor="register" onDone={onDone}>
                <AppFields />
                <SelectField
                  label="Type"
                  name="type"
                  defaultValue="confidential"
                  hint="Only a program on a server can keep a secret."
                  options={APP_TYPES}
                />
                <SubmitButton label="Register app" busyLabel="Registering..." variant="primary" />
              </AdminForm>
            </div>
          </Section>
        </>
      )}
    </div>
  );
}

function AppList({ apps }: { apps: readonly RegisteredApp[] }) {
  if (apps.length === 0) return <p className="text-sm text-muted">No apps are registered yet.</p>;
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {apps.map(({ id, name, authMethod, isSelfRegistered, grantCount }) => (
        <li key={id} className="flex items-center gap-4 p-3 sm:p-4">
          <AppInitial name={name} />
          <div className="min-w-0">
            <Link to={buildAppPath(id)} className="font-semibold wrap-anywhere text-link">
              {name}
            </Link>
            <p className="text-sm text-muted">
              {authMethod === "none" ? "without a secret" : "with a secret"} ·{" "}
              {grantCount === 1 ? "1 member" : `${grantCount.toLocaleString("en")} members`}
              {isSelfRegistered ? " · self-registered" : null}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

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

function AppFields({ app }: { app?: RegisteredApp }) {
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
        heightClasses="min-h-18"
        spellCheck={false}
        defaultValue={app?.redirectUris.join("\n")}
        hint="One per line. After signing in, members can only be sent to exactly these URLs."
      />
    </>
  );
}
