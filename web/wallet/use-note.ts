import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { Address } from "#core/wallet/address.ts";
import type { Refusal } from "#web/operation.ts";
import { toast } from "#web/ui/toast.tsx";

const KEY = "lattice-wallet-note";

/** Whether a connected address is shown on the member's profile: the box beside the button, and what it does. */
export function useNote(isMember: boolean) {
  const [isShown, setShown] = useState(true);
  const fetcher = useFetcher<{ refusal: Refusal | null }>();
  useEffect(() => {
    try {
      setShown(localStorage.getItem(KEY) !== "off");
    } catch {
      // The browser keeps nothing: the box is checked, as at first.
    }
  }, []);
  const refusal = fetcher.data?.refusal;
  useEffect(() => {
    if (refusal) toast({ title: "Profile not changed", description: refusal.message, destructive: true });
  }, [refusal]);

  function write(address: Address | null) {
    void fetcher.submit({ address: address ?? "" }, { method: "post", action: "/wallet/note" });
  }
  return {
    note: isMember ? { isShown } : null,
    onConnected(address: Address) {
      if (isMember && isShown) write(address);
    },
    /** The profile follows at once: an address of an earlier visit goes too. */
    change(next: boolean, address: Address | null) {
      setShown(next);
      try {
        localStorage.setItem(KEY, next ? "on" : "off");
      } catch {
        // As above.
      }
      if (address !== null || !next) write(next ? address : null);
    },
  };
}
