import { requestWalletNonce } from "./request-wallet-nonce.ts";
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

  const requestNonce = () => requestWalletNonce(options.password);
  return <WalletPrompt purpose="sign-in" requestNonce={requestNonce} onSigned={send} />;
}
