import type { Provider } from "./provider.ts";

/** Subscribes to a wallet's events. Returns a function that unsubscribes. Errors of the wallet are ignored. */
export function subscribeToWallet(
  provider: Provider,
  { onAccounts, onChain }: { onAccounts: (accounts: unknown) => void; onChain: (chainId: unknown) => void },
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
