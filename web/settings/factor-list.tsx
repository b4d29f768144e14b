import { useState } from "react";
import type { AccountOverview, OwnFactor } from "#core/accounts/own-account.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { SettingsAnswer } from "./answer-settings.ts";
import { DayTime } from "./day-time.tsx";
import { EnrollFactor } from "./enroll-factor.tsx";
import { Problem } from "./problem.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { useAccountForm } from "./use-account-form.ts";

interface FactorListProps {
  readonly account: AccountOverview;
  readonly siteName: string;
  readonly answer: SettingsAnswer | undefined;
}

/** The member's authenticator apps. */
export function FactorList({ account, siteName, answer }: FactorListProps) {
  const factors = account.factors.filter(({ isVerified }) => isVerified);
  return (
    <div className="grid grid-cols-1 gap-4">
      {factors.length > 0 ? (
        <ul className="divide-y divide-line rounded-md border border-line">
          {factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} isLast={factors.length === 1} answer={answer} />
          ))}
        </ul>
      ) : null}
      {account.mayEnrollFactor ? (
        <EnrollFactor isFirst={factors.length === 0} siteName={siteName} />
      ) : (
        <p className="text-sm text-muted">You can't add authenticator apps right now.</p>
      )}
    </div>
  );
}

interface FactorRowProps {
  readonly factor: OwnFactor;
  readonly isLast: boolean;
  readonly answer: SettingsAnswer | undefined;
}

function FactorRow({ factor, isLast, answer }: FactorRowProps) {
  const [renaming, setRenaming] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { busy, problem, run } = useAccountForm("remove-factor");
  const name = factor.name || "Authenticator app";

  async function remove() {
    await run(async (client) => {
      const removed = await client.mfa.unenroll({ factorId: factor.id });
      // The current token still claims a verified factor.
      if (!removed.error) await client.refreshSession();
      return removed;
    }, "factor-removed");
    setRemoving(false);
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-3 sm:p-4">
      <Icon name="smartphone" size={18} className="text-muted" />
      {renaming ? (
        <SettingsForm
          action="/settings/security"
          intent="rename-factor"
          answer={answer}
          className="flex min-w-0 flex-1 flex-wrap items-start gap-2"
          onDone={() => setRenaming(false)}
        >
          {({ busy: saving, fields, typed }) => (
            <>
              <input type="hidden" name="factorId" value={factor.id} />
              <TextField
                label="Name of this app"
                name="name"
                maxLength={100}
                defaultValue={typed.name ?? factor.name}
                error={fields.name}
                className="min-w-40 flex-1"
              />
              <div className="flex gap-2 sm:pt-7">
                <Button type="submit" disabled={saving}>
                  Save
                </Button>
                <Button look="quiet" onClick={() => setRenaming(false)}>
                  Cancel
                </Button>
              </div>
            </>
          )}
        </SettingsForm>
      ) : (
        <>
          <div className="min-w-0 flex-1 basis-40">
            <p className="font-semibold">{name}</p>
            <p className="text-sm text-muted">
              Added <DayTime time={factor.createdAt} />
            </p>
          </div>
          <div className="flex gap-2">
            <Button look="quiet" size="sm" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
              Rename
            </Button>
            <Button look="danger" size="sm" aria-label={`Remove ${name}`} onClick={() => setRemoving(true)}>
              Remove
            </Button>
          </div>
        </>
      )}
      {problem ? <Problem>{problem.message}</Problem> : null}
      <ConfirmDialog
        open={removing}
        title={`Remove “${name}”?`}
        description={
          isLast
            ? "You'll sign in with only your password, and your recovery codes will be deleted."
            : "Its codes will stop working. Your other authenticator apps aren't affected."
        }
        busy={busy}
        onCancel={() => setRemoving(false)}
        onDelete={() => void remove()}
      />
    </li>
  );
}
