import type { BrowserContext, Page } from "@playwright/test";
import type { TestChain } from "./chain.ts";

/** A simulated wallet. Tests change its fields while it runs. */
export interface TestWallet {
  readonly name: string;
  readonly rdns: string;
  /** The current chain. */
  chain: TestChain;
  /** Chains it can switch to. */
  readonly known: TestChain[];
  /** Chains it can add. */
  readonly addable: TestChain[];
  accounts: string[];
  /** Whether the site may see the accounts. */
  isAllowed: boolean;
  /** How the user responds to prompts. */
  person: "approves" | "declines" | "is away" | "has one waiting";
  /** Every method the page called. */
  readonly calls: string[];
}

const PROMPTS_USER = new Set([
  "eth_requestAccounts",
  "eth_sendTransaction",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
]);

interface Refusal {
  readonly code: number;
  readonly message: string;
}

export function createWallet(chain: TestChain, given: Partial<TestWallet> = {}): TestWallet {
  return {
    name: "Test Wallet",
    rdns: "org.example.wallet",
    chain,
    known: [chain],
    addable: [],
    accounts: [],
    isAllowed: false,
    person: "approves",
    calls: [],
    ...given,
  };
}

/**
 * Installs wallets in every page of a browser context, as extensions do: announced (EIP-6963), or one at
 * window.ethereum, at once or late. Their requests are handled by the test and its chains. A single init script,
 * because the order of several isn't guaranteed.
 */
export async function installWallets(
  context: BrowserContext,
  wallets: readonly TestWallet[],
  how: "announced" | "injected" | "late" = "announced",
): Promise<void> {
  await context.exposeBinding(
    "askTestWallet",
    async (
      { page },
      rdns: string,
      method: string,
      params: readonly unknown[],
    ): Promise<{ result: unknown } | { refusal: Refusal }> => {
      const wallet = wallets.find((one) => one.rdns === rdns);
      if (!wallet) return { refusal: { code: -32_603, message: "no such wallet" } };
      wallet.calls.push(method);
      const before = wallet.chain;
      try {
        const result = await answer(wallet, method, params);
        // Wallets send the event after the response. The page may be closed by then.
        if (wallet.chain !== before)
          setTimeout(() => void emit(page, wallet, "chainChanged", hexId(wallet.chain)).catch(() => {}), 50);
        return { result };
      } catch (error) {
        const { code = -32_603, message } = error as Partial<Refusal> & Error;
        return { refusal: { code, message } };
      }
    },
  );
  await context.addInitScript(
    ({ infos, how }) => {
      type Ask = (
        rdns: string,
        method: string,
        params: unknown,
      ) => Promise<{ result?: unknown; refusal?: { code: number; message: string } }>;
      const listeners = new Map<string, Set<(value: unknown) => void>>();
      const key = (rdns: string, event: string) => `${rdns} ${event}`;
      const providers = infos.map(({ rdns }) => ({
        isMetaMask: rdns === "io.metamask",
        async request({ method, params = [] }: { method: string; params?: unknown }) {
          const ask = (window as unknown as { askTestWallet: Ask }).askTestWallet;
          const { result, refusal } = await ask(rdns, method, params);
          if (refusal) throw Object.assign(new Error(refusal.message), { code: refusal.code });
          return result;
        },
        on(event: string, listener: (value: unknown) => void) {
          const known = listeners.get(key(rdns, event)) ?? new Set();
          listeners.set(key(rdns, event), known.add(listener));
        },
        removeListener(event: string, listener: (value: unknown) => void) {
          listeners.get(key(rdns, event))?.delete(listener);
        },
      }));
      Object.assign(window, {
        emitFromTestWallet(rdns: string, event: string, value: unknown) {
          for (const listener of listeners.get(key(rdns, event)) ?? []) listener(value);
        },
      });
      const inject = () => Object.assign(window, { ethereum: providers[0] });
      if (how === "injected") inject();
      else if (how === "late") {
        // The first time the test triggers it, because the page's loading time varies.
        if (sessionStorage.getItem("injected")) setTimeout(inject, 900);
        Object.assign(window, {
          injectTestWallet() {
            sessionStorage.setItem("injected", "yes");
            inject();
          },
        });
      } else {
        const announce = () => {
          for (const [at, info] of infos.entries())
            window.dispatchEvent(
              new CustomEvent("eip6963:announceProvider", {
                detail: Object.freeze({ info, provider: providers[at] }),
              }),
            );
        };
        window.addEventListener("eip6963:requestProvider", announce);
        announce();
      }
    },
    {
      how,
      infos: wallets.map(({ name, rdns }, at) => ({
        name,
        rdns,
        uuid: `00000000-0000-4000-8000-00000000000${at}`,
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
      (window as unknown as { emitFromTestWallet(...given: unknown[]): void }).emitFromTestWallet(
        rdns,
        event,
        value,
      );
    },
    [wallet.rdns, event, value] as const,
  );
}

export const hexId = (chain: TestChain) => `0x${chain.id.toString(16)}`;

async function answer(wallet: TestWallet, method: string, params: readonly unknown[]): Promise<unknown> {
  if (PROMPTS_USER.has(method)) {
    if (wallet.person === "declines") throw refuse(4001, "User rejected the request.");
    if (wallet.person === "has one waiting") throw refuse(-32_002, "Request already pending.");
    if (wallet.person === "is away") return new Promise(() => {});
  }
  const [request] = params as [{ chainId?: string } | undefined];
  switch (method) {
    case "eth_requestAccounts":
      wallet.isAllowed = true;
      return wallet.accounts;
    case "eth_accounts":
      return wallet.isAllowed ? wallet.accounts : [];
    case "eth_chainId":
      return hexId(wallet.chain);
    case "wallet_switchEthereumChain": {
      const wanted = wallet.known.find((chain) => hexId(chain) === request?.chainId);
      if (!wanted) throw refuse(4902, "Unrecognized chain ID.");
      wallet.chain = wanted;
      return null;
    }
    case "wallet_addEthereumChain": {
      const wanted = wallet.addable.find((chain) => hexId(chain) === request?.chainId);
      if (!wanted) throw refuse(-32_602, "The network could not be reached.");
      wallet.known.push(wanted);
      return null;
    }
    default:
      return wallet.chain.rpc(method, params);
  }
}

function refuse(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}
