import type { BrowserContext, Page } from "@playwright/test";
import type { TestChain } from "#server/testing/chain/chain.ts";

/** A simulated wallet. Tests change its fields while it runs. */
export interface TestWallet {
  readonly name: string;
  readonly rdns: string;
  /** The current chain. */
  chain: TestChain;
  /** The chains that the wallet can switch to. */
  readonly knownChains: TestChain[];
  /** The chains that the wallet can add. */
  readonly addableChains: TestChain[];
  accounts: string[];
  canSiteReadAccounts: boolean;
  /** How the user responds to prompts. */
  user: "approves" | "declines" | "doesn't respond" | "has a pending request";
  /** Every method the page called, in order. */
  readonly calls: string[];
}

/** The methods for which a wallet prompts its user. */
const PROMPTING_METHODS = new Set([
  "eth_requestAccounts",
  "eth_sendTransaction",
  "personal_sign",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
]);

interface RpcError {
  readonly code: number;
  readonly message: string;
}

/** Creates a wallet on this chain, by default without accounts. */
export function createWallet(chain: TestChain, overrides: Partial<TestWallet> = {}): TestWallet {
  return {
    name: "Test Wallet",
    rdns: "org.example.wallet",
    chain,
    knownChains: [chain],
    addableChains: [],
    accounts: [],
    canSiteReadAccounts: false,
    user: "approves",
    calls: [],
    ...overrides,
  };
}

/**
 * Installs wallets in every page of a browser context, as extensions do. `announced`: all wallets announce themselves
 * (EIP-6963). `injected`: the first wallet is at window.ethereum immediately. `late`: it appears there later. The
 * test and its chains handle the requests to the wallets. Uses a single init script, because the order of several isn't
 * guaranteed.
 */
export async function installWallets(
  context: BrowserContext,
  wallets: readonly TestWallet[],
  discovery: "announced" | "injected" | "late" = "announced",
): Promise<void> {
  await context.exposeBinding(
    "sendToTestWallet",
    async (
      { page },
      rdns: string,
      method: string,
      params: readonly unknown[],
    ): Promise<{ result: unknown } | { error: RpcError }> => {
      const wallet = wallets.find((candidate) => candidate.rdns === rdns);
      if (!wallet) return { error: { code: -32_603, message: "no such wallet" } };
      wallet.calls.push(method);
      const previousChain = wallet.chain;
      try {
        const result = await handleRequest(wallet, method, params);
        // Wallets send the event after the response. The page may be closed by then.
        if (wallet.chain !== previousChain)
          setTimeout(
            () => void emit(page, wallet, "chainChanged", formatChainId(wallet.chain)).catch(() => {}),
            50,
          );
        return { result };
      } catch (error) {
        const { code = -32_603, message } = error as Partial<RpcError> & Error;
        return { error: { code, message } };
      }
    },
  );
  await context.addInitScript(
    ({ infos, discovery }) => {
      type SendToTestWallet = (
        rdns: string,
        method: string,
        params: unknown,
      ) => Promise<{ result?: unknown; error?: { code: number; message: string } }>;
      const listeners = new Map<string, Set<(value: unknown) => void>>();
      const buildKey = (rdns: string, event: string) => `${rdns} ${event}`;
      const providers = infos.map(({ rdns }) => ({
        isMetaMask: rdns === "io.metamask",
        async request({ method, params = [] }: { method: string; params?: unknown }) {
          const send = (window as unknown as { sendToTestWallet: SendToTestWallet }).sendToTestWallet;
          const { result, error } = await send(rdns, method, params);
          if (error) throw Object.assign(new Error(error.message), { code: error.code });
          return result;
        },
        on(event: string, listener: (value: unknown) => void) {
          const eventListeners = listeners.get(buildKey(rdns, event)) ?? new Set();
          listeners.set(buildKey(rdns, event), eventListeners.add(listener));
        },
        removeListener(event: string, listener: (value: unknown) => void) {
          listeners.get(buildKey(rdns, event))?.delete(listener);
        },
      }));
      Object.assign(window, {
        emitFromTestWallet(rdns: string, event: string, value: unknown) {
          for (const listener of listeners.get(buildKey(rdns, event)) ?? []) listener(value);
        },
      });
      const inject = () => Object.assign(window, { ethereum: providers[0] });
      if (discovery === "injected") inject();
      else if (discovery === "late") {
        // The test triggers the first injection itself, because the page's loading time varies.
        if (sessionStorage.getItem("injected")) setTimeout(inject, 900);
        Object.assign(window, {
          injectTestWallet() {
            sessionStorage.setItem("injected", "yes");
            inject();
          },
        });
      } else {
        const announce = () => {
          for (const [index, info] of infos.entries())
            window.dispatchEvent(
              new CustomEvent("eip6963:announceProvider", {
                detail: Object.freeze({ info, provider: providers[index] }),
              }),
            );
        };
        window.addEventListener("eip6963:requestProvider", announce);
        announce();
      }
    },
    {
      discovery,
      infos: wallets.map(({ name, rdns }, index) => ({
        name,
        rdns,
        uuid: `00000000-0000-4000-8000-00000000000${index}`,
        icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'%3E%3Crect width='1' height='1' fill='%23f60'/%3E%3C/svg%3E",
      })),
    },
  );
}

/** Sends a wallet's event to its page. */
export function emit(
  page: Page,
  wallet: TestWallet,
  event: "accountsChanged" | "chainChanged",
  value: unknown,
): Promise<void> {
  return page.evaluate(
    ([rdns, event, value]) => {
      (window as unknown as { emitFromTestWallet(...args: unknown[]): void }).emitFromTestWallet(
        rdns,
        event,
        value,
      );
    },
    [wallet.rdns, event, value] as const,
  );
}

export const formatChainId = (chain: TestChain) => `0x${chain.id.toString(16)}`;

async function handleRequest(
  wallet: TestWallet,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  if (PROMPTING_METHODS.has(method)) {
    if (wallet.user === "declines") throw createRpcError(4001, "User rejected the request.");
    if (wallet.user === "has a pending request") throw createRpcError(-32_002, "Request already pending.");
    if (wallet.user === "doesn't respond") return new Promise(() => {});
  }
  const [request] = params as [{ chainId?: string } | undefined];
  switch (method) {
    case "eth_requestAccounts":
      wallet.canSiteReadAccounts = true;
      return wallet.accounts;
    case "eth_accounts":
      return wallet.canSiteReadAccounts ? wallet.accounts : [];
    case "eth_chainId":
      return formatChainId(wallet.chain);
    case "wallet_switchEthereumChain": {
      const targetChain = wallet.knownChains.find((chain) => formatChainId(chain) === request?.chainId);
      if (!targetChain) throw createRpcError(4902, "Unrecognized chain ID.");
      wallet.chain = targetChain;
      return null;
    }
    case "wallet_addEthereumChain": {
      const targetChain = wallet.addableChains.find((chain) => formatChainId(chain) === request?.chainId);
      if (!targetChain) throw createRpcError(-32_602, "The network could not be reached.");
      wallet.knownChains.push(targetChain);
      return null;
    }
    default:
      return wallet.chain.rpc(method, params);
  }
}

function createRpcError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}
