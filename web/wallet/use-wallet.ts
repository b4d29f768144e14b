import { startTransition, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Address } from "#core/wallet/address.ts";
import { readLocal } from "#web/page/local-storage.ts";
import { toast } from "#web/ui/toast.tsx";
import { type BrowserWallet, discoverWallets, getInjectedWallet, INJECTED_ID } from "./discover-wallets.ts";
import { CONNECTION_FAILED, WALLET_NOT_FOUND } from "./messages.ts";
import { LAST_WALLET_KEY, storeWasConnected } from "./wallet-cookies.ts";
import type { WalletSession } from "./wallet-session.ts";
import type { WalletState } from "./wallet-state.ts";

/** How long to wait for the previously connected wallet to announce itself. */
const RESTORE_WAIT_MS = 1500;
const RESTORING: WalletState = { phase: "restoring" };
const subscribeToNothing = () => () => {};

/** The browser's wallets and the connection to one of them. The session code is loaded on demand. */
export function useWallet(wasConnected: boolean, onConnected: (address: Address) => void) {
  const [wallets, setWallets] = useState<readonly BrowserWallet[]>([]);
  // A click that is replayed after hydration may need the wallets before React has rendered them.
  const latestWallets = useRef(wallets);
  const [session, setSession] = useState<WalletSession | null>(null);
  const [mayRestore, setMayRestore] = useState(wasConnected);
  const state = useSyncExternalStore(
    session?.subscribe ?? subscribeToNothing,
    session?.getState ?? (() => RESTORING),
    () => RESTORING,
  );
  const latestOnConnected = useRef(onConnected);
  latestOnConnected.current = onConnected;
  const sessionPromise = useRef<Promise<WalletSession> | null>(null);

  const loadSession = useCallback(() => {
    sessionPromise.current ??= import("./open-wallet-session.ts").then(
      ({ openWalletSession }) => {
        const newSession = openWalletSession((address) => latestOnConnected.current(address));
        setSession(newSession);
        return newSession;
      },
      (error) => {
        // Lets the next attempt load the session code again.
        sessionPromise.current = null;
        throw error;
      },
    );
    return sessionPromise.current;
  }, []);

  useEffect(() => {
    let isUnmounted = false;
    let discoveredWallets: readonly BrowserWallet[] = [];
    const pendingChecks = new Set<() => void>();
    const stopDiscovery = discoverWallets(window, (next) => {
      discoveredWallets = next;
      latestWallets.current = next;
      // As a transition, so that this doesn't interrupt a portfolio tab that is still loading.
      startTransition(() => setWallets(next));
      for (const check of pendingChecks) check();
    });
    const waitForWallet = (id: string) =>
      new Promise<BrowserWallet | null>((resolve) => {
        const check = () => {
          const wallet =
            id === INJECTED_ID
              ? getInjectedWallet(getEthereum())
              : discoveredWallets.find((candidate) => candidate.id === id);
          if (wallet) resolve(wallet);
        };
        pendingChecks.add(check);
        check();
        setTimeout(() => {
          check();
          resolve(null);
        }, RESTORE_WAIT_MS);
      });

    const giveUpRestoring = () => {
      storeWasConnected(false);
      startTransition(() => setMayRestore(false));
    };
    const id = readLocal(LAST_WALLET_KEY);
    if (id === null) giveUpRestoring();
    else
      Promise.all([waitForWallet(id), loadSession()]).then(([wallet, session]) => {
        if (!isUnmounted) void session.restore(wallet);
      }, giveUpRestoring);

    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === LAST_WALLET_KEY && newValue === null)
        sessionPromise.current?.then((session) => session.disconnect()).catch(() => {});
    };
    addEventListener("storage", onStorage);
    return () => {
      isUnmounted = true;
      stopDiscovery();
      sessionPromise.current?.then((session) => session.end()).catch(() => {});
      sessionPromise.current = null;
      removeEventListener("storage", onStorage);
    };
  }, [loadSession]);

  return {
    wallets,
    state,
    session,
    isRestoring: mayRestore && state.phase === "restoring",
    async connect(selectedWallet?: BrowserWallet): Promise<void> {
      const wallet = selectedWallet ?? latestWallets.current[0] ?? getInjectedWallet(getEthereum());
      if (!wallet) return toast(WALLET_NOT_FOUND);
      try {
        await (await loadSession()).connect(wallet);
      } catch {
        toast(CONNECTION_FAILED);
      }
    },
  };
}

export type WalletConnection = ReturnType<typeof useWallet>;

const getEthereum = () => (window as { ethereum?: unknown }).ethereum;
