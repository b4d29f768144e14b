import { startTransition, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Address } from "#core/wallet/address.ts";
import { toast } from "#web/ui/toast.tsx";
import { discoverWallets, type FoundWallet, INJECTED, injectedWallet } from "./discover-wallets.ts";
import { keepWasConnected, REMEMBERED_KEY, readRemembered } from "./remembered.ts";
import type { WalletSession } from "./wallet-session.ts";
import type { WalletState } from "./wallet-state.ts";
import { CONNECTION_FAILED, WALLET_NOT_FOUND } from "./words.ts";

/** How long a page that opens waits for the wallet of an earlier visit to announce itself. */
const RESTORE_WAIT_MS = 1500;
const RESTORING: WalletState = { phase: "restoring" };
const nothing = () => () => {};

/** The wallets of this browser and the connection to one of them. What connects is loaded when it is needed. */
export function useWallet(wasConnected: boolean, onConnected: (address: Address) => void) {
  const [wallets, setWallets] = useState<readonly FoundWallet[]>([]);
  // A click that waited for the scripts comes before they are shown.
  const latest = useRef(wallets);
  const [session, setSession] = useState<WalletSession | null>(null);
  const [mayReturn, setMayReturn] = useState(wasConnected);
  const state = useSyncExternalStore(
    session?.subscribe ?? nothing,
    session?.getState ?? (() => RESTORING),
    () => RESTORING,
  );
  const heard = useRef(onConnected);
  heard.current = onConnected;
  const loading = useRef<Promise<WalletSession> | null>(null);

  const load = useCallback(() => {
    loading.current ??= import("./open-session.ts").then(
      ({ openSession }) => {
        const made = openSession((address) => heard.current(address));
        setSession(made);
        return made;
      },
      (error) => {
        // The next try asks for it again.
        loading.current = null;
        throw error;
      },
    );
    return loading.current;
  }, []);

  useEffect(() => {
    let isOver = false;
    let found: readonly FoundWallet[] = [];
    const waiting = new Set<() => void>();
    const stop = discoverWallets(window, (next) => {
      found = next;
      latest.current = next;
      // Not at the cost of a tab whose script is still on its way.
      startTransition(() => setWallets(next));
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
        setTimeout(() => {
          look();
          resolve(null);
        }, RESTORE_WAIT_MS);
      });

    const giveUp = () => {
      keepWasConnected(false);
      startTransition(() => setMayReturn(false));
    };
    const id = readRemembered();
    if (id === null) giveUp();
    else
      Promise.all([find(id), load()]).then(([wallet, made]) => {
        if (!isOver) void made.restore(wallet);
      }, giveUp);

    // Another tab that disconnects, disconnects here too.
    const hear = ({ key, newValue }: StorageEvent) => {
      if (key === REMEMBERED_KEY && newValue === null)
        loading.current?.then((made) => made.disconnect()).catch(() => {});
    };
    addEventListener("storage", hear);
    return () => {
      isOver = true;
      stop();
      loading.current?.then((made) => made.end()).catch(() => {});
      loading.current = null;
      removeEventListener("storage", hear);
    };
  }, [load]);

  return {
    wallets,
    state,
    session,
    /** What was connected on the last visit is being looked for. */
    isRestoring: mayReturn && state.phase === "restoring",
    /** Asks one wallet for access: the given one, or the only one there is. */
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
