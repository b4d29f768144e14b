import { lazy, Suspense, useState } from "react";
import type { WalletNonce } from "#core/accounts/wallet-message.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { SignedWalletMessage } from "./sign-wallet-message.ts";
import type { SignIn } from "./use-sign-in.ts";

/** The code for wallets is loaded when it is used. */
const WalletPrompt = lazy(() => import("./wallet-prompt.tsx"));

/** Signs in with a browser wallet. A wallet that isn't linked to an account gets a new one. */
export function SignInWithEthereum({ signIn }: { signIn: SignIn }) {
  const { next, options, complete, callToSignIn } = signIn;
  const [isOpen, setOpen] = useState(false);

  async function send({ message, signature }: SignedWalletMessage): Promise<string | null> {
    let problem: string | null = null;
    await callToSignIn(async (client) => {
      const { data, error } = await client.signInWithWeb3({ chain: "ethereum", message, signature });
      if (error) {
        const { toFormFailure } = await import("./to-form-failure.ts");
        problem = toFormFailure(error, {
          rules: options.password,
          fallback: "We couldn't sign you in.",
        }).message;
        return;
      }
      const isNew = data.user.created_at === data.user.last_sign_in_at;
      complete(data.session, { to: next, notice: isNew ? "account-created" : "welcome-back" }, "ethereum");
    });
    return problem;
  }

  const button = (
    <Button disabled={isOpen} onClick={() => setOpen(true)}>
      <Icon name="wallet" />
      Sign in with Ethereum
    </Button>
  );
  if (!isOpen) return button;
  return (
    <Suspense fallback={button}>
      <WalletPrompt purpose="sign-in" requestNonce={requestNonce} onSigned={send} />
    </Suspense>
  );
}

async function requestNonce(): Promise<WalletNonce> {
  const response = await fetch("/auth/v1/web3/nonce", { method: "POST" }).catch(() => null);
  if (response?.status === 429) throw new Error("Too many attempts. Please try again in a minute.");
  if (!response?.ok) throw new Error("We can't reach the server. Please try again in a moment.");
  return (await response.json()) as WalletNonce;
}
