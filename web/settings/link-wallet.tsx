import type { GoTrueClient } from "@supabase/auth-js";
import { lazy, Suspense, useState } from "react";
import type { WalletNonce } from "#core/accounts/wallet-message.ts";
import type { SignedWalletMessage } from "#web/account/sign-wallet-message.ts";
import { useAccountForm } from "#web/account/use-account-form.ts";
import { Problem } from "#web/forms/form-controls.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

const WalletPrompt = lazy(() => import("#web/account/wallet-prompt.tsx"));

/** Links a browser wallet, after it has signed a message. Needs scripts. */
export function LinkWallet() {
  const { problem, run } = useAccountForm("link-wallet");
  const [isOpen, setOpen] = useState(false);

  async function send(signedMessage: SignedWalletMessage): Promise<null> {
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
            onSigned={send}
          />
        </Suspense>
      ) : (
        button
      )}
      {problem ? <Problem>{problem.message}</Problem> : null}
    </div>
  );
}

/** Calls an endpoint that the official client doesn't know, as the signed-in member. */
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
  const answer = await response.json();
  return response.ok
    ? { data: answer as T, error: null }
    : { data: null, error: Object.assign(new Error(answer.message), { code: answer.code }) };
}
