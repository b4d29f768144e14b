import type { Address } from "#core/wallet/address.ts";
import { toast } from "#web/ui/toast.tsx";
import { keepWasConnected, REMEMBERED_KEY } from "./remembered.ts";
import { createWalletSession, type WalletSession } from "./wallet-session.ts";

/** Creates this page's wallet session. */
export function openSession(onConnected: (address: Address) => void): WalletSession {
  return createWalletSession({
    say: toast,
    reload: () => location.reload(),
    remember,
    onNotRestored: () => keepWasConnected(false),
    onConnected,
    later(run, milliseconds) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  });
}

/** Stores the connected wallet. Other tabs notice a disconnect by the storage event. */
function remember(id: string | null): void {
  keepWasConnected(id !== null);
  try {
    if (id === null) localStorage.removeItem(REMEMBERED_KEY);
    else localStorage.setItem(REMEMBERED_KEY, id);
  } catch {
    // Without storage the connection isn't restored on the next visit.
  }
}
