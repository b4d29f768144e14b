import type { ProviderDetails, ProviderTest } from "#core/accounts/provider-settings.ts";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { buttonClasses } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Section } from "#web/ui/section.tsx";
import { buildProviderPath } from "./provider-paths.ts";

type TestSectionProps = Pick<ProviderDetails, "test" | "testToken"> & {
  readonly id: string;
  readonly label: string;
};

/** Starts a test, and shows the result of the last one. Uses a link, because forms can't redirect to other sites. */
export function TestSection({ id, label, test, testToken }: TestSectionProps) {
  return (
    <Section
      id="test"
      title="Test"
      lead={`You'll sign in at ${label} and come back here. Your session doesn't change, and no account is created or linked.`}
    >
      {test ? <TestResult test={test} label={label} /> : null}
      <a
        href={`${buildProviderPath(id)}&${new URLSearchParams({ test: testToken })}`}
        className={buttonClasses({})}
      >
        <Icon name="external-link" />
        {test ? "Test again" : "Test sign-in"}
      </a>
      <p className="mt-3 max-w-[70ch] text-sm text-pretty text-faint">
        If {label} shows an error instead of a sign-in page, check that the client ID and the redirect URL
        match those of your app there.
      </p>
    </Section>
  );
}

function TestResult({ test: { testedAt, outcome }, label }: { test: ProviderTest; label: string }) {
  if (!outcome.ok)
    return (
      <div role="status" className="mb-4 rounded-md bg-danger-soft px-4 py-3 text-sm">
        <p className="font-semibold text-danger">{outcome.problem}</p>
        <p className="mt-1 text-pretty">{outcome.advice}</p>
        {outcome.details ? <p className="mt-1 wrap-anywhere text-muted">Details: {outcome.details}</p> : null}
        <TestTime at={testedAt} />
      </div>
    );
  const { issuer, hasSubject, email, isEmailVerified, name } = outcome;
  const canSignUp = email !== null && isEmailVerified;
  const rows = [
    ["Issuer", issuer],
    ["User ID", hasSubject ? "present" : "missing"],
    ["Email", email ?? "none"],
    ["Email verified", isEmailVerified ? "yes" : "no"],
    ["Name", name ?? "none"],
  ] as const;
  return (
    <div role="status" className="mb-4 rounded-md bg-accent-soft px-4 py-3 text-sm">
      <p className="font-semibold text-accent">Signing in with {label} works.</p>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {rows.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {canSignUp ? null : (
        <p className="mt-2 text-pretty">
          <strong className="font-semibold">No verified email address: </strong>
          people without one can't create an account here. Members can still link {label} in their settings.
        </p>
      )}
      <TestTime at={testedAt} />
    </div>
  );
}

function TestTime({ at }: { at: string }) {
  return (
    <p className="mt-2 text-muted">
      Tested <RelativeTime time={at} format="detail" />
    </p>
  );
}
