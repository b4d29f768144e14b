import type { UserIdentity } from "@supabase/auth-js";
import type { FormEvent } from "react";
import type { LinkedMethod, SignInMethods } from "#core/accounts/own-account.ts";
import { useAccountForm } from "#web/account/use-account-form.ts";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { buttonClasses } from "#web/ui/button.tsx";
import { DayTime } from "#web/ui/day-time.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { AccountForm, AccountProblem } from "./account-form.tsx";
import { LinkWallet } from "./link-wallet.tsx";

/** How the member can sign in, with links to add a provider. Each opens the provider's sign-in page. */
export function SignInMethodList({ methods }: { methods: SignInMethods }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <ul className="divide-y divide-line rounded-md border border-line">
        {methods.linked.map((method) => (
          <MethodRow key={method.id} method={method} />
        ))}
      </ul>
      {methods.canLinkWallet ? <LinkWallet /> : null}
      {methods.linkable.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {methods.linkable.map(({ id, label }) => (
            <a
              key={id}
              href={`/auth?${new URLSearchParams({ with: id, token: methods.linkToken })}`}
              className={buttonClasses({ size: "sm" })}
            >
              <Icon name={getIcon(id)} />
              {`Link ${label}`}
            </a>
          ))}
        </div>
      ) : null}
    </div>
  );
}

function getIcon(provider: string) {
  if (provider === "email") return "at-sign";
  if (provider === "web3") return "wallet";
  return provider === "phone" ? "smartphone" : (`provider-${provider.split(":")[0]}` as const);
}

function MethodRow({ method }: { method: LinkedMethod }) {
  const { id, provider, label, account, linkedAt, canUnlink } = method;
  const state = useAccountForm("unlink", { id: ["identityId", id] });

  function submit(event: FormEvent) {
    event.preventDefault();
    void state.run((client) => client.unlinkIdentity({ identity_id: id } as UserIdentity), "method-unlinked");
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-3 sm:p-4">
      <Icon name={getIcon(provider)} size={18} className="text-muted" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold">{label}</p>
        <p className="text-sm break-words text-muted">
          {account ? `${account} · ` : null}added <DayTime time={linkedAt} />
        </p>
      </div>
      {canUnlink ? (
        <AccountForm state={state} onSubmit={submit}>
          <input type="hidden" name="identityId" value={id} />
          <SubmitButton
            label="Unlink"
            variant="danger"
            size="sm"
            aria-label={`Unlink ${label}${provider === "web3" ? ` ${account}` : ""}`}
          />
        </AccountForm>
      ) : (
        <p className="text-sm text-faint">This is the only way you can sign in</p>
      )}
      <AccountProblem state={state} />
    </li>
  );
}
