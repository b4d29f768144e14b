import type { Address } from "#core/wallet/address.ts";
import { toast } from "#web/ui/toast.tsx";
import { LAST_WALLET_KEY, storeWasConnected } from "./last-wallet.ts";
import { createWalletSession, type WalletSession } from "./wallet-session.ts";

export function openWalletSession(onConnected: (address: Address) => void): WalletSession {
  return createWalletSession({
    showToast: toast,
    reload: () => location.reload(),
    storeLastWallet,
    onNotRestored: () => storeWasConnected(false),
    onConnected,
    schedule(run, delayMs) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  });
}

/** Stores the connected wallet. Other tabs notice a disconnect by the storage event. */
function storeLastWallet(id: string | null): void {
  storeWasConnected(id !== null);
  try {
    if (id === null) localStorage.removeItem(LAST_WALLET_KEY);
    else localStorage.setItem(LAST_WALLET_KEY, id);
  } catch {
    // Without storage the connection isn't restored on the next visit.
  }
}
