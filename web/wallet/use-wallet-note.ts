import { useEffect, useState } from "react";
import type { Address } from "#core/wallet/address.ts";
import type { FormResult } from "#web/forms/answer-form.ts";
import { useQueuedForm } from "#web/lists/use-queued-form.ts";
import { readLocal, storeLocal } from "#web/page/local-storage.ts";
import { toast } from "#web/ui/toast.tsx";

const STORAGE_KEY = "lattice-wallet-note";

/** Controls whether the connected address is shown on the member's profile, as the wallet note in their bio. */
export function useWalletNote(isMember: boolean) {
  const [isShown, setShown] = useState(true);
  useEffect(() => setShown(readLocal(STORAGE_KEY) !== "off"), []);
  const { sendFields } = useQueuedForm<FormResult>("/wallet/note", (result) => {
    if (!result.ok)
      toast({ title: "Couldn't change your profile", description: result.message, destructive: true });
  });
  const saveNote = (address: Address | null) => sendFields({ address: address ?? "" });
  return {
    visibility: isMember ? { isShown } : null,
    onConnected(address: Address) {
      if (isMember && isShown) saveNote(address);
    },
    /**
     * If a wallet is connected, updates the profile immediately. Hiding also removes an address from an earlier
     * visit.
     */
    changeVisibility(next: boolean, address: Address | null) {
      setShown(next);
      storeLocal(STORAGE_KEY, next ? "on" : "off");
      if (address !== null || !next) saveNote(next ? address : null);
    },
  };
}
