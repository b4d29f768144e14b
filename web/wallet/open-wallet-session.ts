import type { Address } from "#core/wallet/address.ts";
import { storeLocal } from "#web/page/local-storage.ts";
import { toast } from "#web/ui/toast.tsx";
import { LAST_WALLET_KEY, storeWasConnected } from "./wallet-cookies.ts";
import { createWalletSession, type WalletSession } from "./wallet-session.ts";

export function openWalletSession(onConnected: (address: Address) => void): WalletSession {
  return createWalletSession({
    showToast: toast,
    reload: () => location.reload(),
    storeLastWallet(id) {
      storeWasConnected(id !== null);
      // Other tabs learn of a disconnect from the storage event.
      storeLocal(LAST_WALLET_KEY, id);
    },
    onNotRestored: () => storeWasConnected(false),
    onConnected,
  });
}
