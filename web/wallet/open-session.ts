import type { Address } from "#core/wallet/address.ts";
import { toast } from "#web/ui/toast.tsx";
import { keepWasConnected, REMEMBERED_KEY } from "./remembered.ts";
import { createWalletSession, type WalletSession } from "./wallet-session.ts";

/** The connection of this page, with what the browser gives to it. */
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

/** Keeps which wallet is connected; by it a disconnect is told to the browser's other tabs. */
function remember(id: string | null): void {
  keepWasConnected(id !== null);
  try {
    if (id === null) localStorage.removeItem(REMEMBERED_KEY);
    else localStorage.setItem(REMEMBERED_KEY, id);
  } catch {
    // The browser keeps nothing: the next visit asks again.
  }
}
