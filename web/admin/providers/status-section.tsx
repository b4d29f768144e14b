import type { ProviderDetails, ProviderRecord } from "#core/accounts/provider-settings.ts";
import { formatCount } from "#core/format-count.ts";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { Section } from "#web/ui/section.tsx";
import { AdminForm } from "../admin-form.tsx";
import { Disclosure } from "../content/content-row.tsx";
import { REMOVE_PROVIDER, TURN_OFF, TURN_ON } from "./handle-provider.ts";

interface StatusSectionProps extends Pick<ProviderDetails, "lockedOutCount"> {
  readonly provider: ProviderRecord;
}

export function StatusSection({ provider, lockedOutCount }: StatusSectionProps) {
  const { label, isEnabled, version, needsSecret, memberCount } = provider;
  return (
    <Section
      id="status"
      title="Status"
      lead={
        needsSecret
          ? "Off until its secret is entered again."
          : isEnabled
            ? `On: the sign-in page shows “Continue with ${label}”.`
            : `Off: no one can sign in with ${label}. Test it first, then turn it on.`
      }
    >
      <p className="mb-4 text-sm text-muted">{describeMembers(label, memberCount)}</p>
      <div className="-mx-3 flex flex-wrap items-center gap-x-1">
        {isEnabled ? (
          <Disclosure label="Turn off" target={label} icon="pause">
            <ProviderStatusForm
              intent={TURN_OFF}
              version={version}
              lockedOutCount={lockedOutCount}
              buttonLabel="Turn off"
              consequence={describeLoss(provider, lockedOutCount)}
            />
          </Disclosure>
        ) : (
          <AdminForm intent={TURN_ON} anchor="status" className="mx-3 grid gap-3">
            <input type="hidden" name="version" value={version} />
            <SubmitButton label="Turn on" icon="play" variant="primary" disabled={needsSecret} />
          </AdminForm>
        )}
        <Disclosure label="Remove" target={label} icon="trash-2">
          <ProviderStatusForm
            intent={REMOVE_PROVIDER}
            version={version}
            lockedOutCount={lockedOutCount}
            buttonLabel="Remove"
            consequence={`${describeLoss(provider, lockedOutCount)} The client ID and the secret will be deleted.${
              memberCount === 0
                ? ""
                : ` Members' linked accounts are kept, and they will work again if you add the provider with the same ID and issuer.`
            }`}
          />
        </Disclosure>
      </div>
    </Section>
  );
}

const describeMembers = (label: string, memberCount: number) =>
  memberCount === 0
    ? `No member has linked an account with ${label} yet.`
    : `${formatCount(memberCount, "member has", "members have")} linked an account with ${label}.`;

function describeLoss(
  { label, isEnabled, needsSecret, memberCount }: ProviderRecord,
  lockedOutCount: number,
): string {
  if (memberCount === 0) return `No member uses ${label}.`;
  if (!isEnabled || needsSecret) return `It's off, so no one can sign in with ${label} now.`;
  const members = formatCount(memberCount, "member");
  const remainingCount = memberCount - lockedOutCount;
  const remainingClause =
    memberCount === 1
      ? "They have"
      : lockedOutCount === 0
        ? `${memberCount === 2 ? "Both" : "All"} of them have`
        : formatCount(remainingCount, "of them has", "of them have");
  const remainingNote = remainingCount > 0 ? ` ${remainingClause} another way to sign in.` : "";
  return `${members} will no longer be able to sign in with ${label}.${remainingNote}`;
}

interface ProviderStatusFormProps {
  readonly intent: string;
  readonly version: number;
  readonly lockedOutCount: number;
  readonly buttonLabel: string;
  readonly consequence: string;
}

/** If members would lose their only way to sign in, the administrator must confirm the change. */
export function ProviderStatusForm(props: ProviderStatusFormProps) {
  const { intent, version, lockedOutCount, buttonLabel, consequence } = props;
  return (
    <>
      <p className="text-sm text-pretty text-muted">{consequence}</p>
      <AdminForm intent={intent} anchor="status">
        {({ fieldErrors }) => (
          <>
            <input type="hidden" name="version" value={version} />
            {lockedOutCount > 0 || fieldErrors.confirm ? (
              <div>
                <label className="flex items-start gap-2.5 text-sm">
                  <input
                    type="checkbox"
                    name="confirm"
                    value="yes"
                    aria-invalid={fieldErrors.confirm ? true : undefined}
                    aria-describedby={fieldErrors.confirm ? `${intent}-problem` : undefined}
                    className="mt-0.5 size-4 shrink-0 accent-accent"
                  />
                  {lockedOutCount > 0
                    ? `${formatCount(lockedOutCount, "member has", "members have")} no other way to sign in and will be locked out.`
                    : "Members without another way to sign in will be locked out."}
                </label>
                {fieldErrors.confirm ? (
                  <p id={`${intent}-problem`} className="mt-1.5 text-sm text-danger">
                    {fieldErrors.confirm}
                  </p>
                ) : null}
              </div>
            ) : null}
            <SubmitButton label={buttonLabel} size="sm" variant="danger" />
          </>
        )}
      </AdminForm>
    </>
  );
}
