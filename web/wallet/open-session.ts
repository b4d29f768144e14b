import type { Address } from "#core/wallet/address.ts";
import { toast } from "#web/ui/toast.tsx";
import { REMEMBERED_KEY, storeWasConnected } from "./remembered.ts";
import { createWalletSession, type WalletSession } from "./wallet-session.ts";

/** Creates this page's wallet session. */
export function openSession(onConnected: (address: Address) => void): WalletSession {
  return createWalletSession({
    showToast: toast,
    reload: () => location.reload(),
    remember,
    onNotRestored: () => storeWasConnected(false),
    onConnected,
    schedule(run, milliseconds) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  });
}

/** Stores the connected wallet. Other tabs notice a disconnect by the storage event. */
function remember(id: string | null): void {
  storeWasConnected(id !== null);
  try {
    if (id === null) localStorage.removeItem(REMEMBERED_KEY);
    else localStorage.setItem(REMEMBERED_KEY, id);
  } catch {
    // Without storage the connection isn't restored on the next visit.
  }
}
