import { useEffect, useRef, useState } from "react";
import type { STATEMENTS, WalletNonce } from "#core/accounts/wallet-message.ts";
import { describeProviderError } from "#core/wallet/provider-errors.ts";
import { Problem } from "#web/forms/form-controls.tsx";
import { Button } from "#web/ui/button.tsx";
import type { BrowserWallet } from "#web/wallet/discover-wallets.ts";
import { WalletName } from "#web/wallet/wallet-name.tsx";
import { findWallets, type SignedWalletMessage, signWalletMessage } from "./sign-wallet-message.ts";

export interface WalletPromptProps {
  readonly purpose: keyof typeof STATEMENTS;
  /** If there is no nonce, throws an error to show, or shows the reason itself and resolves with undefined. */
  readonly requestNonce: () => Promise<WalletNonce | undefined>;
  /** Sends the signature to the server. Returns a problem to show, or null. */
  readonly onSigned: (signedMessage: SignedWalletMessage) => Promise<string | null>;
}

const NO_WALLET =
  "We couldn't find a wallet in this browser. Install one, such as MetaMask, or open this page in your wallet's app.";

/** Asks a browser wallet to sign. If there are several, the user selects one first. */
export default function WalletPrompt({ purpose, requestNonce, onSigned }: WalletPromptProps) {
  const [wallets, setWallets] = useState(findWallets);
  const [pendingWallet, setPendingWallet] = useState<BrowserWallet | null>(null);
  const [problem, setProblem] = useState<string | null>(wallets.length === 0 ? NO_WALLET : null);
  // A wallet may respond after the user canceled.
  const latestAttempt = useRef(0);

  async function start(wallet: BrowserWallet) {
    latestAttempt.current += 1;
    const attempt = latestAttempt.current;
    setPendingWallet(wallet);
    setProblem(null);
    let failure: string | null = null;
    try {
      const nonce = await requestNonce();
      const signedMessage = nonce && (await signWalletMessage(wallet, purpose, nonce));
      if (attempt !== latestAttempt.current) return;
      if (signedMessage) failure = await onSigned(signedMessage);
    } catch (error) {
      failure = describeProviderError(error, "Your wallet didn't sign the message.");
    }
    if (attempt !== latestAttempt.current) return;
    setProblem(failure);
    setPendingWallet(null);
  }

  function cancel() {
    latestAttempt.current += 1;
    setPendingWallet(null);
  }

  function search() {
    const foundWallets = findWallets();
    setWallets(foundWallets);
    setProblem(foundWallets.length === 0 ? NO_WALLET : null);
  }

  const [first, second] = wallets;
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current || !first || second) return;
    hasStarted.current = true;
    void start(first);
  });
  useEffect(
    () => () => {
      latestAttempt.current += 1;
    },
    [],
  );

  return (
    <div className="grid gap-2.5">
      {problem ? <Problem>{problem}</Problem> : null}
      {pendingWallet ? (
        <>
          <p role="status" className="text-sm text-muted">
            Waiting for <WalletName wallet={pendingWallet} />. Open it, check that the message names this
            site, and sign.
          </p>
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        </>
      ) : first ? (
        <ul aria-label="Wallets in this browser" className="grid gap-2.5">
          {wallets.map((wallet) => (
            <li key={wallet.id} className="grid">
              <Button className="max-w-full" onClick={() => void start(wallet)}>
                Use <WalletName wallet={wallet} />
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <Button onClick={search}>Search again</Button>
      )}
    </div>
  );
}
