import type { GoTrueClient, UserIdentity } from "@supabase/auth-js";
import { type FormEvent, Suspense, useState } from "react";
import type { LinkedMethod, SignInMethods } from "#core/accounts/own-account.ts";
import type { WalletNonce } from "#core/accounts/wallet-message.ts";
import type { SignedWalletMessage } from "#web/account/sign-wallet-message.ts";
import { useAccountForm } from "#web/account/use-account-form.ts";
import { Problem, SubmitButton } from "#web/forms/form-controls.tsx";
import { lazyInBrowser } from "#web/router/lazy-component.tsx";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { DayTime } from "#web/ui/day-time.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { AccountForm, AccountProblem } from "./account-form.tsx";

interface SignInMethodListProps {
  readonly methods: SignInMethods;
  readonly hasPasskey: boolean;
}

/** How the member can sign in, with links to add providers. Each link opens the provider's sign-in page. */
export function SignInMethodList({ methods, hasPasskey }: SignInMethodListProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <ul className="divide-y divide-line rounded-md border border-line">
        {methods.linked.map((method) => (
          <MethodRow key={method.id} method={method} hasPasskey={hasPasskey} />
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
              <Icon name={getIconName(id)} />
              {`Link ${label}`}
            </a>
          ))}
        </div>
      ) : null}
    </div>
  );
}

function getIconName(provider: string) {
  if (provider === "email") return "at-sign";
  if (provider === "web3") return "wallet";
  return provider === "phone" ? "smartphone" : (`provider-${provider.split(":")[0]}` as const);
}

function MethodRow({ method, hasPasskey }: { method: LinkedMethod; hasPasskey: boolean }) {
  const { id, provider, label, account, linkedAt, canUnlink } = method;
  const state = useAccountForm("unlink", { id: ["identityId", id] });

  function submit(event: FormEvent) {
    event.preventDefault();
    void state.run((client) => client.unlinkIdentity({ identity_id: id } as UserIdentity), "method-unlinked");
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-3 sm:p-4">
      <Icon name={getIconName(provider)} size={18} className="text-muted" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold">{label}</p>
        <p className="text-sm break-words text-muted">
          {account ? `${account} · added` : "Added"} <DayTime time={linkedAt} />
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
        <p className="text-sm text-faint">
          {`This is the only way you can sign in${hasPasskey ? " without a passkey" : ""}`}
        </p>
      )}
      <AccountProblem state={state} />
    </li>
  );
}

const WalletPrompt = lazyInBrowser(() => import("#web/account/wallet-prompt.tsx"));

/** Links a browser wallet after the wallet has signed a message. Needs JavaScript. */
function LinkWallet() {
  const { problem, run } = useAccountForm("link-wallet");
  const [isOpen, setOpen] = useState(false);

  async function linkWallet(signedMessage: SignedWalletMessage): Promise<null> {
    await run((client) => callAuth(client, "/user/web3", signedMessage), "wallet-linked");
    return null;
  }

  const button = (
    <Button size="sm" disabled={isOpen} onClick={() => setOpen(true)} className="justify-self-start">
      <Icon name="wallet" />
      Link an Ethereum wallet
    </Button>
  );

  return (
    <div className="grid gap-2.5 noscript:hidden">
      {isOpen ? (
        <Suspense fallback={button}>
          <WalletPrompt
            purpose="link"
            requestNonce={async () =>
              (await run((client) => callAuth<WalletNonce>(client, "/user/web3/nonce", {}))) ?? undefined
            }
            onSigned={linkWallet}
          />
        </Suspense>
      ) : (
        button
      )}
      {problem ? <Problem>{problem.message}</Problem> : null}
    </div>
  );
}

/** Calls an endpoint that the official client doesn't support. Sends the signed-in member's token. */
async function callAuth<T>(client: GoTrueClient, path: string, body: object) {
  const { data } = await client.getSession();
  const response = await fetch(`/auth/v1${path}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${data.session?.access_token ?? ""}`,
      "Content-Type": "application/json",
      "X-Supabase-Api-Version": "2024-01-01",
    },
    body: JSON.stringify(body),
  });
  if (response.ok) return { data: (await response.json()) as T, error: null };
  // Without the server's own error, the response is from a proxy that can't reach the server.
  const { code = "unreachable", message } = await response.json().catch(() => ({}));
  return { data: null, error: Object.assign(new Error(message), { code, status: response.status }) };
}
