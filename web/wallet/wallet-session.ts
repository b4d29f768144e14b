import type { AssetPrices } from "#core/market/assets.ts";
import { type Address, shortenAddress } from "#core/wallet/address.ts";
import { type Chain, findChain, formatChainId, parseChainId } from "#core/wallet/chains.ts";
import { describeProviderError } from "#core/wallet/provider-errors.ts";
import type { ToastMessage } from "#web/ui/toast.tsx";
import type { BrowserWallet } from "./discover-wallets.ts";
import { getFirstAccount, request, requestChainId, subscribeToWallet, switchOrAddChain } from "./provider.ts";
import { readAccountBalances, type ValuedBalances, valueBalances } from "./read-balances.ts";
import type { BalancesState, WalletState } from "./wallet-state.ts";

export interface WalletSessionDeps {
  readonly storeLastWallet: (walletId: string | null) => void;
  readonly onNotRestored: () => void;
  readonly showToast: (message: ToastMessage) => void;
  /** The specification requires a reload when the chain changes. */
  readonly reload: () => void;
  /** Called when the user connects a wallet or switches accounts, but not when a connection is restored. */
  readonly onConnected: (address: Address) => void;
}

const SLOW_AFTER_MS = 15_000;
/** How long an earlier connection is shown as being restored. It may still be restored after that. */
const RESTORE_TIMEOUT_MS = 4000;

export function createWalletSession({
  storeLastWallet,
  onNotRestored,
  showToast,
  reload,
  onConnected,
}: WalletSessionDeps) {
  let state: WalletState = { phase: "restoring" };
  /** Incremented when the connection changes, so that outdated responses are ignored. */
  let generation = 0;
  /** Incremented before balances are read, so that only the result of the latest read is shown. */
  let readCount = 0;
  let isDetached = false;
  let unsubscribe = () => {};
  const listeners = new Set<() => void>();

  function setState(next: WalletState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  /** Connects a wallet. If `isSilent`, uses an existing permission and doesn't prompt the user. */
  async function connectWallet(wallet: BrowserWallet, isSilent: boolean): Promise<void> {
    generation += 1;
    const initialGeneration = generation;
    if (!isSilent) setState({ phase: "connecting", wallet, isSlow: false });
    const slowTimer = setTimeout(
      () => {
        if (generation !== initialGeneration) return;
        if (isSilent) reportNotRestored();
        else setState({ phase: "connecting", wallet, isSlow: true });
      },
      isSilent ? RESTORE_TIMEOUT_MS : SLOW_AFTER_MS,
    );
    try {
      const { provider } = wallet;
      const accounts = await request(provider, isSilent ? "eth_accounts" : "eth_requestAccounts");
      const chainId = await requestChainId(provider);
      if (generation !== initialGeneration) return;
      const address = getFirstAccount(accounts);
      if (address === null) {
        if (!isSilent) throw new Error("Your wallet didn't share an account.");
        return reportNotRestored();
      }
      storeLastWallet(wallet.id);
      subscribeToEvents(wallet);
      setConnected(wallet, address, chainId);
      if (!isSilent) {
        showToast({ title: "Wallet Connected", description: shortenAddress(address) });
        onConnected(address);
      }
    } catch (error) {
      if (generation !== initialGeneration) return;
      if (isSilent) return reportNotRestored();
      setState({ phase: "disconnected" });
      showError("Connection Failed", error, "Failed to connect wallet");
    } finally {
      clearTimeout(slowTimer);
    }
  }

  function reportNotRestored(): void {
    setState({ phase: "disconnected" });
    onNotRestored();
  }

  function setConnected(wallet: BrowserWallet, address: Address, chainId: string): void {
    setState({
      phase: "connected",
      wallet,
      address,
      chainId,
      chain: findChain(chainId),
      balances: { phase: "loading" },
    });
    void readBalances();
  }

  function subscribeToEvents(wallet: BrowserWallet): void {
    unsubscribe();
    let isSubscribed = true;
    const stopEvents = subscribeToWallet(wallet.provider, {
      onAccounts(accounts) {
        if (!isSubscribed || state.phase !== "connected") return;
        const address = getFirstAccount(accounts);
        if (address === null) disconnect();
        else if (address !== state.address) {
          generation += 1;
          setConnected(wallet, address, state.chainId);
          showToast({ title: "Wallet Connected", description: shortenAddress(address) });
          onConnected(address);
        }
      },
      onChain(eventChainId) {
        const id = parseChainId(eventChainId);
        if (isSubscribed && !Number.isNaN(id)) void checkChain(formatChainId(id));
      },
    });
    // Some wallets continue to send events after their listeners have been removed.
    unsubscribe = () => {
      isSubscribed = false;
      stopEvents();
    };
  }

  /**
   * Reloads the page and returns false if the wallet is no longer on the chain that the page shows. Also returns false
   * once the session is detached. Asks the wallet itself, because trusting a wrong event could cause endless reloads.
   * An event's `claimedChainId` is trusted only if it is the chain that the page shows, or if that request fails.
   */
  async function checkChain(claimedChainId: string | null = null): Promise<boolean> {
    if (isDetached || state.phase !== "connected" || claimedChainId === state.chainId) return !isDetached;
    const initialGeneration = generation;
    const currentChainId = await requestChainId(state.wallet.provider).catch(() => claimedChainId);
    if (generation !== initialGeneration || currentChainId === null || currentChainId === state.chainId)
      return !isDetached;
    detach();
    reload();
    return false;
  }

  /** Ignores all further events and responses, without changing what is shown. */
  function detach(): void {
    isDetached = true;
    generation += 1;
    unsubscribe();
  }

  function disconnect(): void {
    if (state.phase !== "connected") return;
    generation += 1;
    unsubscribe();
    storeLastWallet(null);
    setState({ phase: "disconnected" });
    showToast({ title: "Wallet Disconnected", description: "Your wallet has been disconnected." });
  }

  async function readBalances(): Promise<void> {
    if (state.phase !== "connected") return;
    readCount += 1;
    const [initialGeneration, initialReadCount] = [generation, readCount];
    const { wallet, address, chain } = state;
    try {
      const balances = await readAccountBalances(wallet.provider, address, chain);
      if (generation === initialGeneration && readCount === initialReadCount)
        setBalances({ phase: "loaded", balances });
    } catch (error) {
      if (generation !== initialGeneration || readCount !== initialReadCount) return;
      // Outdated balances are more useful than none.
      if (state.balances.phase === "loaded") return;
      setBalances({
        phase: "failed",
        problem: describeProviderError(error, "The wallet's network didn't respond."),
      });
    }
  }

  function setBalances(next: BalancesState): void {
    if (state.phase !== "connected") return;
    const { balances } = state;
    const isPartial = next.phase === "loaded" && !next.balances.areTokensKnown;
    setState({
      ...state,
      balances:
        isPartial && balances.phase === "loaded"
          ? // If tokens couldn't be read this time, show their earlier balances.
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
    connect: (wallet: BrowserWallet) => connectWallet(wallet, false),
    /** Stops waiting for a wallet that doesn't respond. */
    cancel(): void {
      if (state.phase !== "connecting") return;
      generation += 1;
      setState({ phase: "disconnected" });
    },
    disconnect,
    getValuedBalances(prices: AssetPrices): ValuedBalances | null {
      return state.phase === "connected" && state.balances.phase === "loaded"
        ? valueBalances(state.balances.balances, prices)
        : null;
    },
    /** Reconnects without a prompt if the wallet still allows it. Pass null if the wallet wasn't found. */
    async restore(wallet: BrowserWallet | null): Promise<void> {
      if (state.phase !== "restoring") return;
      if (wallet === null) reportNotRestored();
      else await connectWallet(wallet, true);
    },
    /** Reads the balances again, unless the wallet has switched to another chain. */
    async refresh(): Promise<void> {
      if (await checkChain()) await readBalances();
    },
    async switchChain(chain: Chain): Promise<void> {
      if (state.phase !== "connected") return;
      const { provider } = state.wallet;
      try {
        await switchOrAddChain(provider, chain);
        // Some wallets send no event when the chain changes.
        await checkChain();
      } catch (error) {
        showError("Network Switch Failed", error, "Failed to switch network");
      }
    },
    end(): void {
      detach();
      listeners.clear();
    },
  };
}

export type WalletSession = ReturnType<typeof createWalletSession>;
