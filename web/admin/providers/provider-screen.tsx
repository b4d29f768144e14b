import {
  PROVIDER_KIND_LABELS,
  type ProviderDetails,
  type ProviderKind,
  type ProviderRecord,
} from "#core/accounts/provider-settings.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { DayTime } from "#web/ui/day-time.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Section } from "#web/ui/section.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { BackLink } from "../back-link.tsx";
import { REMOVE_PROVIDER } from "./handle-provider.ts";
import { ProviderForm } from "./provider-form.tsx";
import { ProviderStateBadge } from "./provider-list.tsx";
import { PROVIDER_LIST_PATH } from "./provider-paths.ts";
import { ProviderStatusForm, StatusSection } from "./status-section.tsx";
import { TestSection } from "./test-section.tsx";

export function ProviderScreen({ details }: { details: ProviderDetails }) {
  const { provider, kind, redirectUrl, test, testToken, lockedOutCount } = details;
  const kindLabel = kind === "custom" ? "an OpenID provider" : PROVIDER_KIND_LABELS[kind];
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-5">
      <BackLink to={PROVIDER_LIST_PATH} label="Settings" />
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl wrap-anywhere">{provider?.label ?? `Add ${kindLabel}`}</h2>
        {provider ? <ProviderStateBadge provider={provider} /> : null}
      </div>
      {provider?.source === "environment" ? (
        <EnvironmentSettings provider={provider} redirectUrl={redirectUrl} />
      ) : (
        <>
          <Section id="setup" title={`Set up ${provider?.label ?? kindLabel}`}>
            <ol className="mb-4 grid list-decimal gap-1.5 ps-5 text-sm text-pretty">
              {PROVIDER_GUIDES[kind].map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <RedirectUrl url={redirectUrl} />
          </Section>
          <Section
            id="settings"
            title="Settings"
            lead={
              provider?.changedAt ? (
                <>
                  Saved by {provider.changedBy}, <DayTime time={provider.changedAt} />
                </>
              ) : (
                "The provider stays off until you turn it on, so you can test it first."
              )
            }
          >
            {provider?.needsSecret ? (
              <p role="status" className="mb-4 rounded-md bg-danger-soft px-4 py-3 text-sm">
                <strong className="font-semibold text-danger">Enter the secret again. </strong>
                It was encrypted with another key: AUTH_JWT_SECRET has changed, or this site was restored
                without it. Until you enter it, no one can sign in with {provider.label}.
              </p>
            ) : null}
            <ProviderForm key={provider?.version ?? 0} provider={provider} kind={kind} />
          </Section>
        </>
      )}
      {provider && !provider.needsSecret ? (
        <TestSection id={provider.id} label={provider.label} test={test} testToken={testToken} />
      ) : null}
      {provider?.source === "settings" ? (
        <StatusSection key={`use-${provider.version}`} provider={provider} lockedOutCount={lockedOutCount} />
      ) : null}
    </div>
  );
}

function RedirectUrl({ url }: { url: string }) {
  const isHydrated = useHydrated();
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField label="Redirect URL" value={url} readOnly className="min-w-0 flex-1 basis-64" />
      {isHydrated ? <CopyButton text={url} label="redirect URL" /> : null}
    </div>
  );
}

function EnvironmentSettings({ provider, redirectUrl }: { provider: ProviderRecord; redirectUrl: string }) {
  const { id, kind, label, url, clientId, scopes, unusedVersion } = provider;
  const variables = `AUTH_${kind === "custom" ? `OIDC_${id.slice("custom:".length)}` : id}_…`.toUpperCase();
  return (
    <Section
      id="settings"
      title="Settings"
      lead={`Set in the environment (${variables}), so they can't be changed here. To change them, edit the environment and restart Lattice.`}
    >
      <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {[
          ["Issuer", url],
          ["Client ID", clientId],
          ["Scopes", scopes],
          ["Secret", "stored in the environment"],
        ].map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <RedirectUrl url={redirectUrl} />
      {unusedVersion === null ? null : (
        <div className="mt-5 grid gap-3 border-t border-line pt-4">
          <ProviderStatusForm
            intent={REMOVE_PROVIDER}
            version={unusedVersion}
            lockedOutCount={0}
            buttonLabel="Remove saved settings"
            consequence={`${label} was also set up here. Those settings aren't used while the provider is set up in the environment.`}
          />
        </div>
      )}
    </Section>
  );
}

/** What to do at each provider before filling in the form. docs/auth-protocol.md has the same steps. */
const PROVIDER_GUIDES: Readonly<Record<ProviderKind, readonly string[]>> = {
  github: [
    "On GitHub, open Settings > Developer settings > OAuth Apps, and create an app.",
    "Enter the redirect URL below as the authorization callback URL.",
    "Generate a client secret, and copy it together with the client ID.",
  ],
  google: [
    "In Google Cloud, open APIs & Services, and set up the OAuth consent screen with the scopes openid, email and profile.",
    "Create an OAuth client ID of type “Web application”.",
    "Enter the redirect URL below as an authorized redirect URI, and copy the client ID and secret.",
  ],
  gitlab: [
    "On GitLab, open Preferences > Applications, and add an application.",
    "Enter the redirect URL below as the redirect URI.",
    "Select “Confidential” and the scopes openid, profile and email, and copy the application ID and secret.",
  ],
  discord: [
    "In Discord's developer portal, create an application.",
    "Open OAuth2 and add the redirect URL below.",
    "Reset the client secret to see it, and copy it together with the client ID.",
  ],
  x: [
    "In X's developer portal, create an app and open User authentication settings.",
    "Select “Web App”, and enter the redirect URL below as the callback URI.",
    "Turn on “Request email from users”, because an account here needs a confirmed email address.",
    "Copy the OAuth 2.0 client ID and secret, not the API key.",
  ],
  apple: [
    "In Apple's developer account, create an App ID with Sign in with Apple, and a Services ID for it.",
    "In the Services ID, add your domain, and enter the redirect URL below as a return URL.",
    "Create a key for Sign in with Apple and download its .p8 file. Copy the team ID and the key ID as well.",
  ],
  custom: [
    "At the provider, register a confidential client for the authorization code flow.",
    "Enter the redirect URL below as the redirect URI.",
    "Copy the client ID and secret. The provider's documentation has the issuer's URL.",
  ],
};
