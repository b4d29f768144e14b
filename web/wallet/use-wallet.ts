import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Address } from "#core/wallet/address.ts";
import { toast } from "#web/ui/toast.tsx";
import { discoverWallets, type FoundWallet, INJECTED, injectedWallet } from "./discover-wallets.ts";
import { REMEMBERED_KEY } from "./remembered.ts";
import type { WalletSession, WalletState } from "./wallet-session.ts";
import { WALLET_NOT_FOUND } from "./words.ts";

/** How long a page that opens waits for the wallet of an earlier visit to announce itself. */
const RESTORE_WAIT_MS = 1500;
const RESTORING: WalletState = { phase: "restoring" };
const nothing = () => () => {};

/** The wallets of this browser and the connection to one of them. What connects is loaded when it is needed. */
export function useWallet(onConnected: (address: Address) => void) {
  const [wallets, setWallets] = useState<readonly FoundWallet[]>([]);
  const [session, setSession] = useState<WalletSession | null>(null);
  const state = useSyncExternalStore(
    session?.subscribe ?? nothing,
    session?.getState ?? (() => RESTORING),
    () => RESTORING,
  );
  const heard = useRef(onConnected);
  heard.current = onConnected;

  const load = useCallback(async (): Promise<WalletSession> => {
    const { createWalletSession } = await import("./wallet-session.ts");
    const made = createWalletSession({
      storage: localStorage,
      say: toast,
      reload: () => location.reload(),
      onConnected: (address) => heard.current(address),
      later: (run, milliseconds) => {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
    });
    setSession(made);
    return made;
  }, []);

  useEffect(() => {
    let isOver = false;
    let made: WalletSession | null = null;
    let found: readonly FoundWallet[] = [];
    const waiting = new Set<() => void>();
    const stop = discoverWallets(window, (next) => {
      found = next;
      setWallets(next);
      for (const look of waiting) look();
    });
    /** The wallet of an earlier visit, as soon as it is there. */
    const find = (id: string) =>
      new Promise<FoundWallet | null>((resolve) => {
        const look = () => {
          const wallet = id === INJECTED ? injectedWallet(ethereum()) : found.find((one) => one.id === id);
          if (wallet) resolve(wallet);
        };
        waiting.add(look);
        look();
        setTimeout(() => resolve(null), RESTORE_WAIT_MS);
      });

    void (async () => {
      const id = remembered();
      if (id === null) return;
      const [wallet, fresh] = await Promise.all([find(id), load()]);
      made = fresh;
      if (isOver) fresh.end();
      else await fresh.restore(wallet);
    })();

    // Another tab that disconnects, disconnects here too.
    const hear = ({ key, newValue }: StorageEvent) => {
      if (key === REMEMBERED_KEY && newValue === null) made?.disconnect();
    };
    addEventListener("storage", hear);
    return () => {
      isOver = true;
      stop();
      made?.end();
      removeEventListener("storage", hear);
    };
  }, [load]);

  return {
    wallets,
    state,
    session,
    /** Asks one wallet for access: the given one, or the only one there is. */
    async connect(wanted?: FoundWallet): Promise<void> {
      const wallet = wanted ?? wallets[0] ?? injectedWallet(ethereum());
      if (!wallet) return toast(WALLET_NOT_FOUND);
      await (session ?? (await load())).connect(wallet);
    },
  };
}

function ethereum(): unknown {
  return (window as { ethereum?: unknown }).ethereum;
}

function remembered(): string | null {
  try {
    return localStorage.getItem(REMEMBERED_KEY);
  } catch {
    return null;
  }
}
