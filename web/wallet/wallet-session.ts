import type { AssetPrices } from "#core/market/assets.ts";
import { type Address, shortenAddress } from "#core/wallet/address.ts";
import { type Chain, findChain, readChainId, writeChainId } from "#core/wallet/chains.ts";
import { describeProviderError } from "#core/wallet/provider-errors.ts";
import type { ToastMessage } from "#web/ui/toast.tsx";
import type { FoundWallet } from "./discover-wallets.ts";
import { firstAccount, request, requestChainId } from "./provider.ts";
import { readAccountBalances } from "./read-balances.ts";
import { switchOrAddChain } from "./switch-chain.ts";
import { type ValuedBalances, valueBalances } from "./value-balances.ts";
import { subscribeToWallet } from "./wallet-events.ts";
import type { BalancesState, WalletState } from "./wallet-state.ts";

export interface WalletSessionDeps {
  /** Stores the connected wallet for later visits. */
  readonly remember: (walletId: string | null) => void;
  /** Called when an earlier connection couldn't be restored. */
  readonly onNotRestored: () => void;
  readonly showToast: (message: ToastMessage) => void;
  /** The specification requires a reload when the chain changes. */
  readonly reload: () => void;
  /** Called when the user connects an account, but not when a connection is restored. */
  readonly onConnected: (address: Address) => void;
  readonly schedule: (run: () => void, milliseconds: number) => () => void;
}

const SLOW_AFTER_MS = 15_000;
/** How long the page waits for an earlier connection. It may still be restored later. */
const RESTORE_MS = 4000;

/** Manages a page's wallet connection, independent of React. */
export function createWalletSession({
  remember,
  onNotRestored,
  showToast,
  reload,
  onConnected,
  schedule,
}: WalletSessionDeps) {
  let state: WalletState = { phase: "restoring" };
  /** Incremented with each change of the connection, to ignore outdated responses. */
  let generation = 0;
  /** Incremented with each reading of balances, because only the newest is shown. */
  let readCount = 0;
  /** The page is closing or reloading. */
  let isClosed = false;
  let unsubscribe = () => {};
  const listeners = new Set<() => void>();

  function show(next: WalletState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  /** Connects a wallet. With `silently` it uses an existing permission and doesn't prompt the user. */
  async function open(wallet: FoundWallet, silently: boolean): Promise<void> {
    generation += 1;
    const mine = generation;
    if (!silently) show({ phase: "connecting", wallet, isSlow: false });
    const cancelSlow = schedule(
      () => {
        if (generation !== mine) return;
        if (silently) notRestored();
        else show({ phase: "connecting", wallet, isSlow: true });
      },
      silently ? RESTORE_MS : SLOW_AFTER_MS,
    );
    try {
      const { provider } = wallet;
      const accounts = await request(provider, silently ? "eth_accounts" : "eth_requestAccounts");
      const chainId = await requestChainId(provider);
      if (generation !== mine) return;
      const address = firstAccount(accounts);
      if (address === null) {
        if (!silently) throw new Error("Your wallet didn't share an account.");
        return notRestored();
      }
      remember(wallet.id);
      follow(wallet);
      setConnected(wallet, address, chainId);
      if (!silently) {
        showToast({ title: "Wallet Connected", description: shortenAddress(address) });
        onConnected(address);
      }
    } catch (error) {
      if (generation !== mine) return;
      if (silently) return notRestored();
      show({ phase: "disconnected" });
      showError("Connection Failed", error, "Failed to connect wallet");
    } finally {
      cancelSlow();
    }
  }

  function notRestored(): void {
    show({ phase: "disconnected" });
    onNotRestored();
  }

  function setConnected(wallet: FoundWallet, address: Address, chainId: string): void {
    show({
      phase: "connected",
      wallet,
      address,
      chainId,
      chain: findChain(chainId),
      balances: { phase: "loading" },
    });
    void readBalances();
  }

  function follow(wallet: FoundWallet): void {
    unsubscribe();
    let isSubscribed = true;
    const stopEvents = subscribeToWallet(wallet.provider, {
      onAccounts(accounts) {
        if (!isSubscribed || state.phase !== "connected") return;
        const address = firstAccount(accounts);
        if (address === null) disconnect();
        else if (address !== state.address) {
          generation += 1;
          setConnected(wallet, address, state.chainId);
          showToast({ title: "Wallet Connected", description: shortenAddress(address) });
          onConnected(address);
        }
      },
      onChain(claimed) {
        const id = readChainId(claimed);
        if (isSubscribed && !Number.isNaN(id)) void checkChain(writeChainId(id));
      },
    });
    // Some wallets keep sending events after unsubscribing.
    unsubscribe = () => {
      isSubscribed = false;
      stopEvents();
    };
  }

  /**
   * Returns whether the wallet is still on the shown chain, and reloads the page if not. Asks the wallet itself,
   * because trusting a wrong event could cause endless reloads; `claimed` counts only if the wallet doesn't respond.
   */
  async function checkChain(claimed: string | null = null): Promise<boolean> {
    if (isClosed || state.phase !== "connected" || claimed === state.chainId) return !isClosed;
    const mine = generation;
    const current = await requestChainId(state.wallet.provider).catch(() => claimed);
    if (generation !== mine || current === null || current === state.chainId) return true;
    stop();
    reload();
    return false;
  }

  /** Stops all events without changing what is shown. */
  function stop(): void {
    isClosed = true;
    generation += 1;
    unsubscribe();
  }

  function disconnect(): void {
    if (state.phase !== "connected") return;
    generation += 1;
    unsubscribe();
    remember(null);
    show({ phase: "disconnected" });
    showToast({ title: "Wallet Disconnected", description: "Your wallet has been disconnected." });
  }

  async function readBalances(): Promise<void> {
    if (state.phase !== "connected") return;
    readCount += 1;
    const [mine, latest] = [generation, readCount];
    const { wallet, address, chain } = state;
    try {
      const found = await readAccountBalances(wallet.provider, address, chain);
      if (generation === mine && readCount === latest) showBalances({ phase: "loaded", balances: found });
    } catch (error) {
      if (generation !== mine || readCount !== latest) return;
      // Outdated balances are better than none.
      if (state.balances.phase === "loaded") return;
      showBalances({
        phase: "failed",
        problem: describeProviderError(error, "The wallet's network didn't respond."),
      });
    }
  }

  function showBalances(next: BalancesState): void {
    if (state.phase !== "connected") return;
    const { balances } = state;
    const isPartial = next.phase === "loaded" && !next.balances.hasTokens;
    show({
      ...state,
      balances:
        isPartial && balances.phase === "loaded"
          ? // Keep the earlier token balances if tokens couldn't be read this time.
            { phase: "loaded", balances: { ...balances.balances, native: next.balances.native } }
          : next,
    });
  }

  function showError(title: string, error: unknown, fallback: string): void {
    showToast({ title, description: describeProviderError(error, fallback), destructive: true });
  }

  return {
    getState: (): WalletState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    connect: (wallet: FoundWallet) => open(wallet, false),
    /** Stops waiting for a wallet that doesn't respond. */
    cancel(): void {
      if (state.phase !== "connecting") return;
      generation += 1;
      show({ phase: "disconnected" });
    },
    disconnect,
    /** Values the loaded balances at these prices. */
    value(prices: AssetPrices): ValuedBalances | null {
      return state.phase === "connected" && state.balances.phase === "loaded"
        ? valueBalances(state.balances.balances, prices)
        : null;
    },
    /** Reconnects without a prompt if the wallet still allows it. Pass null if the wallet wasn't found. */
    async restore(wallet: FoundWallet | null): Promise<void> {
      if (state.phase !== "restoring") return;
      if (wallet === null) notRestored();
      else await open(wallet, true);
    },
    /** Reads the balances again, unless the wallet has switched chains. */
    async refresh(): Promise<void> {
      if (await checkChain()) await readBalances();
    },
    async switchChain(chain: Chain): Promise<void> {
      if (state.phase !== "connected") return;
      const { provider } = state.wallet;
      try {
        await switchOrAddChain(provider, chain);
        // Not every wallet sends an event.
        await checkChain();
      } catch (error) {
        showError("Network Switch Failed", error, "Failed to switch network");
      }
    },
    end(): void {
      stop();
      listeners.clear();
    },
  };
}

export type WalletSession = ReturnType<typeof createWalletSession>;
