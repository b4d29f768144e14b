import {
  PROVIDER_KIND_LABELS,
  type ProviderDetails,
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
import { PROVIDER_GUIDES } from "./provider-guides.ts";
import { PROVIDER_LIST_PATH } from "./provider-paths.ts";
import { ProviderState } from "./provider-state.tsx";
import { LockOutForm, StatusSection } from "./status-section.tsx";
import { TestSection } from "./test-section.tsx";

export function ProviderScreen({ details }: { details: ProviderDetails }) {
  const { provider, kind, callbackUrl, test, testToken, lockedOutCount } = details;
  const kindLabel = kind === "custom" ? "an OpenID provider" : PROVIDER_KIND_LABELS[kind];
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-5">
      <BackLink to={PROVIDER_LIST_PATH} label="Settings" />
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl wrap-anywhere">{provider?.label ?? `Add ${kindLabel}`}</h2>
        {provider ? <ProviderState provider={provider} /> : null}
      </div>
      {provider?.source === "environment" ? (
        <EnvironmentSettings provider={provider} callbackUrl={callbackUrl} />
      ) : (
        <>
          <Section id="setup" title={`Set up ${provider?.label ?? kindLabel}`}>
            <ol className="mb-4 grid list-decimal gap-1.5 ps-5 text-sm text-pretty">
              {PROVIDER_GUIDES[kind].map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <CallbackUrl url={callbackUrl} />
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
                "The provider is off at first, so you can test it."
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

function CallbackUrl({ url }: { url: string }) {
  const isHydrated = useHydrated();
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField label="Redirect URL" value={url} readOnly className="min-w-0 flex-1 basis-64" />
      {isHydrated ? <CopyButton text={url} label="redirect URL" /> : null}
    </div>
  );
}

function EnvironmentSettings({ provider, callbackUrl }: { provider: ProviderRecord; callbackUrl: string }) {
  const { id, kind, label, url, clientId, scopes, unusedVersion } = provider;
  const variables = `AUTH_${kind === "custom" ? `OIDC_${id.slice("custom:".length)}` : id}_…`.toUpperCase();
  return (
    <Section
      id="settings"
      title="Settings"
      lead={`Set in the environment (${variables}), so it can't be changed here. To change it, edit the environment and restart Lattice.`}
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
      <CallbackUrl url={callbackUrl} />
      {unusedVersion === null ? null : (
        <div className="mt-5 grid gap-3 border-t border-line pt-4">
          <LockOutForm
            intent={REMOVE_PROVIDER}
            version={unusedVersion}
            lockedOutCount={0}
            button="Remove saved settings"
            consequence={`${label} was also set up here. Those settings aren't used while the provider is set in the environment.`}
          />
        </div>
      )}
    </Section>
  );
}
