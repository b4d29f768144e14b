import { startTransition, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Address } from "#core/wallet/address.ts";
import { toast } from "#web/ui/toast.tsx";
import { discoverWallets, type FoundWallet, INJECTED, injectedWallet } from "./discover-wallets.ts";
import { REMEMBERED_KEY, readRemembered, storeWasConnected } from "./remembered.ts";
import { CONNECTION_FAILED, WALLET_NOT_FOUND } from "./texts.ts";
import type { WalletSession } from "./wallet-session.ts";
import type { WalletState } from "./wallet-state.ts";

/** How long to wait for the previously connected wallet to announce itself. */
const RESTORE_WAIT_MS = 1500;
const RESTORING: WalletState = { phase: "restoring" };
const nothing = () => () => {};

/** The browser's wallets and the connection to one of them. The session code is loaded on demand. */
export function useWallet(wasConnected: boolean, onConnected: (address: Address) => void) {
  const [wallets, setWallets] = useState<readonly FoundWallet[]>([]);
  // A click replayed after hydration may need the list before it is rendered.
  const latest = useRef(wallets);
  const [session, setSession] = useState<WalletSession | null>(null);
  const [mayReturn, setMayReturn] = useState(wasConnected);
  const state = useSyncExternalStore(
    session?.subscribe ?? nothing,
    session?.getState ?? (() => RESTORING),
    () => RESTORING,
  );
  const onConnectedLatest = useRef(onConnected);
  onConnectedLatest.current = onConnected;
  const loading = useRef<Promise<WalletSession> | null>(null);

  const load = useCallback(() => {
    loading.current ??= import("./open-session.ts").then(
      ({ openSession }) => {
        const opened = openSession((address) => onConnectedLatest.current(address));
        setSession(opened);
        return opened;
      },
      (error) => {
        // Lets the next attempt load it again.
        loading.current = null;
        throw error;
      },
    );
    return loading.current;
  }, []);

  useEffect(() => {
    let isUnmounted = false;
    let found: readonly FoundWallet[] = [];
    const waiting = new Set<() => void>();
    const stop = discoverWallets(window, (next) => {
      found = next;
      latest.current = next;
      // Doesn't interrupt a tab that is still loading.
      startTransition(() => setWallets(next));
      for (const look of waiting) look();
    });
    /** Waits for the wallet of an earlier visit. */
    const find = (id: string) =>
      new Promise<FoundWallet | null>((resolve) => {
        const look = () => {
          const wallet = id === INJECTED ? injectedWallet(ethereum()) : found.find((one) => one.id === id);
          if (wallet) resolve(wallet);
        };
        waiting.add(look);
        look();
        setTimeout(() => {
          look();
          resolve(null);
        }, RESTORE_WAIT_MS);
      });

    const giveUp = () => {
      storeWasConnected(false);
      startTransition(() => setMayReturn(false));
    };
    const id = readRemembered();
    if (id === null) giveUp();
    else
      Promise.all([find(id), load()]).then(([wallet, opened]) => {
        if (!isUnmounted) void opened.restore(wallet);
      }, giveUp);

    // Disconnects when another tab does.
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === REMEMBERED_KEY && newValue === null)
        loading.current?.then((opened) => opened.disconnect()).catch(() => {});
    };
    addEventListener("storage", onStorage);
    return () => {
      isUnmounted = true;
      stop();
      loading.current?.then((opened) => opened.end()).catch(() => {});
      loading.current = null;
      removeEventListener("storage", onStorage);
    };
  }, [load]);

  return {
    wallets,
    state,
    session,
    /** Whether the connection of the last visit is being restored. */
    isRestoring: mayReturn && state.phase === "restoring",
    /** Connects the given wallet, or the first one found. */
    async connect(wanted?: FoundWallet): Promise<void> {
      const wallet = wanted ?? latest.current[0] ?? injectedWallet(ethereum());
      if (!wallet) return toast(WALLET_NOT_FOUND);
      try {
        await (await load()).connect(wallet);
      } catch {
        toast(CONNECTION_FAILED);
      }
    },
  };
}

const ethereum = () => (window as { ethereum?: unknown }).ethereum;
