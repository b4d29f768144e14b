import { type FormEvent, useState } from "react";
import type { OwnPasskey } from "#core/accounts/own-account.ts";
import { useAccountForm } from "#web/account/use-account-form.ts";
import { Problem, SubmitButton } from "#web/forms/form-controls.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { DayTime } from "#web/ui/day-time.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { AccountForm, AccountProblem } from "./account-form.tsx";
import { RenameForm } from "./rename-form.tsx";

interface PasskeyListProps {
  readonly passkeys: readonly OwnPasskey[];
  /** False if the site has no host name, or if it doesn't use https and isn't local. */
  readonly isEnabled: boolean;
}

export function PasskeyList({ passkeys, isEnabled }: PasskeyListProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      {passkeys.length > 0 ? (
        <ul className="divide-y divide-line rounded-md border border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : null}
      <AddPasskey isEnabled={isEnabled} />
    </div>
  );
}

function AddPasskey({ isEnabled }: { isEnabled: boolean }) {
  const isHydrated = useHydrated();
  const { busy, problem, run } = useAccountForm("add-passkey");
  if (!isEnabled)
    return (
      <p className="text-sm text-muted">
        This site doesn't support passkeys, because they need a secure connection (https) and a host name.
      </p>
    );

  const add = () =>
    run(async (client) => {
      const { addPasskey } = await import("#web/account/use-passkey.ts");
      return addPasskey(client);
    }, "passkey-added");

  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <Button disabled={!isHydrated} busy={busy} onClick={() => void add()}>
        <Icon name="plus" />
        {busy ? "Waiting for your browser..." : "Add a passkey"}
      </Button>
      {problem ? <Problem>{problem.message}</Problem> : null}
      <noscript>
        <p className="text-sm text-muted">Adding a passkey needs JavaScript.</p>
      </noscript>
    </div>
  );
}

function PasskeyRow({ passkey }: { passkey: OwnPasskey }) {
  const { id, createdAt, lastUsedAt, isBackedUp } = passkey;
  const [isRenaming, setRenaming] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const state = useAccountForm("remove-passkey", { id: ["passkeyId", id] });
  const name = passkey.name || "Passkey";

  function askToConfirm(event: FormEvent) {
    event.preventDefault();
    setRemoving(true);
  }

  async function remove() {
    setRemoving(false);
    await state.run((client) => client.passkey.delete({ passkeyId: id }), "passkey-removed");
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-3 sm:p-4">
      <Icon name="key-round" size={18} className="text-muted" />
      {isRenaming ? (
        <RenameForm
          intent="rename-passkey"
          idField="passkeyId"
          id={id}
          label="Passkey name"
          name={passkey.name}
          maxLength={120}
          autoFocus
          onClose={() => setRenaming(false)}
        />
      ) : (
        <>
          <div className="min-w-0 flex-1 basis-40">
            <p className="font-semibold break-words">{name}</p>
            <p className="text-sm text-muted">
              Added <DayTime time={createdAt} />
              {lastUsedAt ? (
                <>
                  {" · last used "}
                  <DayTime time={lastUsedAt} />
                </>
              ) : (
                " · never used"
              )}
              {isBackedUp ? " · synced" : null}
              {passkey.isFactor ? " · required after your password" : null}
            </p>
          </div>
          <div className="flex gap-2">
            <Button variant="quiet" size="sm" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
              Rename
            </Button>
            <AccountForm state={state} onSubmit={askToConfirm}>
              <input type="hidden" name="passkeyId" value={id} />
              <SubmitButton label="Remove" variant="danger" size="sm" aria-label={`Remove ${name}`} />
            </AccountForm>
          </div>
        </>
      )}
      <AccountProblem state={state} />
      <ConfirmDialog
        open={isRemoving}
        title={`Remove “${name}”?`}
        description="You'll no longer be able to sign in with it. You can also delete it from your device or password manager."
        verb="Remove"
        busy={state.busy}
        onCancel={() => setRemoving(false)}
        onConfirm={() => void remove()}
      />
    </li>
  );
}
