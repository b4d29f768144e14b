import { readClientError, toAuthFailure } from "#core/accounts/auth-failure.ts";
import type { PasswordRules } from "#core/accounts/password-rules.ts";
import type { WalletNonce } from "#core/accounts/wallet-message.ts";

/** Requests a nonce for a sign-in with a wallet. Throws an error with a message for the user. */
export async function requestWalletNonce(rules: PasswordRules): Promise<WalletNonce> {
  const response = await fetch("/auth/v1/web3/nonce", { method: "POST" }).catch(() => null);
  if (response?.ok) return (await response.json()) as WalletNonce;
  // Without the server's own error, the response is from a proxy that can't reach the server.
  const error: { error_code?: string; msg?: string } | undefined = await response?.json().catch(() => {});
  const { error_code: code = "unreachable", msg: message } = error ?? {};
  const failure = toAuthFailure(readClientError({ status: response?.status, code, message }), { rules });
  throw new Error(failure.message);
}
