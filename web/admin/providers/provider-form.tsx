import { use } from "react";
import {
  PROVIDER_KIND_LABELS,
  PROVIDER_LIMITS,
  type ProviderDetails,
  type ProviderKind,
} from "#core/accounts/provider-settings.ts";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { FormContext, PasswordField, TextAreaField, TextField } from "#web/ui/field.tsx";
import { AdminForm } from "../admin-form.tsx";
import { SAVE_PROVIDER } from "./handle-provider.ts";

type Details = Pick<ProviderDetails, "provider" | "kind">;
type Values = Readonly<
  Record<"label" | "url" | "clientId" | "scopes" | "appleTeamId" | "appleKeyId", string>
>;

const EMPTY: Values = { label: "", url: "", clientId: "", scopes: "", appleTeamId: "", appleKeyId: "" };

/** Adds or changes a provider. No draft is stored, because the form contains a secret. */
export function ProviderForm({ provider, kind }: Details) {
  const isNew = provider === null;
  const values = provider ?? { ...EMPTY, label: kind === "custom" ? "" : PROVIDER_KIND_LABELS[kind] };
  const getField = (name: keyof Values) => ({ name, autoComplete: "off", defaultValue: values[name] });
  return (
    <AdminForm intent={SAVE_PROVIDER} anchor="settings">
      <input type="hidden" name="version" value={provider?.version ?? 0} />
      <TextField
        label="Name"
        hint="Shown on the button: “Continue with …”."
        maxLength={PROVIDER_LIMITS.label}
        {...getField("label")}
      />
      {isNew && kind === "custom" ? (
        <TextField
          label="ID (optional)"
          name="name"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={PROVIDER_LIMITS.name}
          hint="Letters and digits. It identifies the provider in members' linked accounts, so it can't be changed later. If you leave it empty, we create it from the name."
        />
      ) : null}
      <UrlField kind={kind} field={getField("url")} />
      <TextField
        label={kind === "apple" ? "Services ID" : kind === "gitlab" ? "Application ID" : "Client ID"}
        hint={kind === "apple" || kind === "google" ? CLIENT_ID_HINT : undefined}
        maxLength={PROVIDER_LIMITS.clientId}
        {...getField("clientId")}
      />
      {kind === "apple" ? (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField label="Team ID" maxLength={40} {...getField("appleTeamId")} />
          <TextField label="Key ID" maxLength={40} {...getField("appleKeyId")} />
        </div>
      ) : null}
      <SecretField kind={kind} isRequired={isNew || provider.needsSecret} />
      {kind === "custom" ? (
        <TextField
          label="Scopes (optional)"
          hint="Separated by spaces, starting with openid. Default: openid email profile."
          maxLength={PROVIDER_LIMITS.scopes}
          {...getField("scopes")}
        />
      ) : null}
      <SubmitButton label={isNew ? "Add provider" : "Save"} busyLabel="Saving..." variant="primary" />
    </AdminForm>
  );
}

const CLIENT_ID_HINT =
  "To accept ID tokens from mobile apps too, add their client IDs after this one, separated by commas.";

interface UrlFieldProps {
  readonly kind: ProviderKind;
  readonly field: { readonly name: string; readonly defaultValue: string };
}

function UrlField({ kind, field }: UrlFieldProps) {
  const sharedProps = { inputMode: "url", maxLength: PROVIDER_LIMITS.url, ...field } as const;
  if (kind === "custom")
    return (
      <TextField
        label="Issuer"
        hint="For example https://id.example.org. We read its /.well-known/openid-configuration before saving."
        {...sharedProps}
      />
    );
  if (kind !== "github" && kind !== "gitlab") return null;
  const name = kind === "github" ? "GitHub Enterprise Server" : "self-managed GitLab";
  return <TextField label="URL (optional)" hint={`Only needed for ${name}.`} {...sharedProps} />;
}

/** The field for a new secret. The stored one is never shown. */
function SecretField({ kind, isRequired }: { kind: ProviderKind; isRequired: boolean }) {
  const { fieldErrors, input } = use(FormContext);
  // Without JavaScript, the page is rendered again after an error or when the form needs a step-up, but without the
  // secret.
  const mustRepeat = Boolean(input.removedSecret);
  const required = isRequired || mustRepeat;
  const sharedProps = {
    name: "secret",
    autoComplete: "off",
    spellCheck: false,
    required,
    hint: required ? "Stored encrypted, and never shown again." : "Leave it empty to keep the stored one.",
    error:
      fieldErrors.secret ??
      (mustRepeat ? "Enter it again. We never send it back to your browser." : undefined),
  };
  return kind === "apple" ? (
    <TextAreaField label="Private key (the contents of the .p8 file)" {...sharedProps} />
  ) : (
    <PasswordField label={kind === "gitlab" ? "Secret" : "Client secret"} {...sharedProps} />
  );
}
