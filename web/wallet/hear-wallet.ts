import type { Provider } from "./provider.ts";

interface Heard {
  readonly onAccounts: (accounts: unknown) => void;
  readonly onChain: (chainId: unknown) => void;
}

/** Hears what a wallet tells by itself. Returns how to stop; what the wallet throws at either stops nothing here. */
export function hearWallet(provider: Provider, { onAccounts, onChain }: Heard): () => void {
  const events = [
    ["accountsChanged", onAccounts],
    ["chainChanged", onChain],
  ] as const;
  for (const [event, listener] of events) attempt(() => provider.on?.(event, listener));
  return () => {
    for (const [event, listener] of events) attempt(() => provider.removeListener?.(event, listener));
  };
}

function attempt(run: () => unknown): void {
  try {
    run();
  } catch {
    // A chain that is not told is found when the balances are read again.
  }
}
