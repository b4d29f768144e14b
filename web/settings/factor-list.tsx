import { useState } from "react";
import type { AccountOverview, OwnFactor } from "#core/accounts/own-account.ts";
import { useAccountForm } from "#web/account/use-account-form.ts";
import { Problem } from "#web/forms/form-controls.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { DayTime } from "#web/ui/day-time.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { EnrollFactor } from "./enroll-factor.tsx";
import { RenameForm } from "./rename-form.tsx";

export function FactorList({ account, siteName }: { account: AccountOverview; siteName: string }) {
  const factors = account.factors.filter(({ isVerified }) => isVerified);
  const hasPasskeyFactor = account.passkeys?.some(({ isFactor }) => isFactor) ?? false;
  return (
    <div className="grid grid-cols-1 gap-4">
      {factors.length > 0 ? (
        <ul className="divide-y divide-line rounded-md border border-line">
          {factors.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              isOnlyFactor={factors.length === 1 && !hasPasskeyFactor}
              hasRecoveryCodes={account.recoveryCodes !== null}
            />
          ))}
        </ul>
      ) : null}
      {account.factorEnrollment === "allowed" ? (
        <EnrollFactor
          isFirst={factors.length === 0}
          needsRecoveryCodes={account.recoveryCodes === null}
          siteName={siteName}
        />
      ) : (
        <p className="text-sm text-muted">
          {account.factorEnrollment === "address"
            ? "Add an email address first."
            : "This site doesn't allow new authenticator apps."}
        </p>
      )}
    </div>
  );
}

interface FactorRowProps {
  readonly factor: OwnFactor;
  readonly isOnlyFactor: boolean;
  readonly hasRecoveryCodes: boolean;
}

function FactorRow({ factor, isOnlyFactor, hasRecoveryCodes }: FactorRowProps) {
  const [isRenaming, setRenaming] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { busy, problem, run } = useAccountForm("remove-factor");
  const name = factor.name || "Authenticator app";

  async function remove() {
    await run(async (client) => {
      const response = await client.mfa.unenroll({ factorId: factor.id });
      // The current token still claims a verified factor, so get a new one.
      if (!response.error) await client.refreshSession();
      return response;
    }, "factor-removed");
    setRemoving(false);
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-3 sm:p-4">
      <Icon name="smartphone" size={18} className="text-muted" />
      {isRenaming ? (
        <RenameForm
          intent="rename-factor"
          idField="factorId"
          id={factor.id}
          label="App name"
          name={factor.name}
          maxLength={100}
          onClose={() => setRenaming(false)}
        />
      ) : (
        <>
          <div className="min-w-0 flex-1 basis-40">
            <p className="font-semibold">{name}</p>
            <p className="text-sm text-muted">
              Added <DayTime time={factor.createdAt} />
            </p>
          </div>
          <div className="flex gap-2">
            <Button variant="quiet" size="sm" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
              Rename
            </Button>
            <Button
              variant="danger"
              size="sm"
              aria-label={`Remove ${name}`}
              onClick={() => setRemoving(true)}
            >
              Remove
            </Button>
          </div>
        </>
      )}
      {problem ? <Problem>{problem.message}</Problem> : null}
      <ConfirmDialog
        open={isRemoving}
        title={`Remove “${name}”?`}
        description={
          isOnlyFactor
            ? `You'll no longer be asked for a code when you sign in${hasRecoveryCodes ? ", and your recovery codes will be deleted" : ""}.`
            : "Its codes will stop working. Your other authenticator apps and passkeys aren't affected."
        }
        verb="Remove"
        busy={busy}
        onCancel={() => setRemoving(false)}
        onConfirm={() => void remove()}
      />
    </li>
  );
}
