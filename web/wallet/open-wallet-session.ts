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
      // The storage event lets other tabs know when the wallet is disconnected.
      storeLocal(LAST_WALLET_KEY, id);
    },
    onNotRestored: () => storeWasConnected(false),
    onConnected,
  });
}
