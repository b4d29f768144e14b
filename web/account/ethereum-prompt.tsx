import type { WalletNonce } from "#core/accounts/wallet-message.ts";
import type { SignedWalletMessage } from "./sign-wallet-message.ts";
import { type SignIn, toFormFailure } from "./use-sign-in.ts";
import WalletPrompt from "./wallet-prompt.tsx";

export default function EthereumPrompt({ signIn }: { signIn: SignIn }) {
  const { next, options, complete, submitSignIn } = signIn;

  async function send({ message, signature }: SignedWalletMessage): Promise<string | null> {
    let problem: string | null = null;
    await submitSignIn(async (client) => {
      const { data, error } = await client.signInWithWeb3({ chain: "ethereum", message, signature });
      if (error) {
        problem = toFormFailure(error, {
          rules: options.password,
          fallback: "We couldn't sign you in.",
        }).message;
        return;
      }
      const isNew = data.user.created_at === data.user.last_sign_in_at;
      await complete(
        data.session,
        { to: next, notice: isNew ? "account-created" : "welcome-back" },
        "ethereum",
      );
    });
    return problem;
  }

  return <WalletPrompt purpose="sign-in" requestNonce={requestNonce} onSigned={send} />;
}

async function requestNonce(): Promise<WalletNonce> {
  const response = await fetch("/auth/v1/web3/nonce", { method: "POST" }).catch(() => null);
  if (response?.status === 429) throw new Error("Too many attempts. Please try again later.");
  if (!response?.ok) throw new Error("We can't reach the server. Please try again in a moment.");
  return (await response.json()) as WalletNonce;
}
