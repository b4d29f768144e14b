import type { Provider } from "./provider.ts";

interface WalletEventHandlers {
  readonly onAccounts: (accounts: unknown) => void;
  readonly onChain: (chainId: unknown) => void;
}

/** Subscribes to a wallet's events. Returns a function that unsubscribes. Errors of the wallet are ignored. */
export function subscribeToWallet(
  provider: Provider,
  { onAccounts, onChain }: WalletEventHandlers,
): () => void {
  const events = [
    ["accountsChanged", onAccounts],
    ["chainChanged", onChain],
  ] as const;
  for (const [event, listener] of events) ignoreErrors(() => provider.on?.(event, listener));
  return () => {
    for (const [event, listener] of events) ignoreErrors(() => provider.removeListener?.(event, listener));
  };
}

function ignoreErrors(run: () => unknown): void {
  try {
    run();
  } catch {
    // A missed chain change is detected when the balances are refreshed.
  }
}
