import type { BrowserWallet } from "./discover-wallets.ts";
import type { Provider } from "./provider.ts";

export const OWN_ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
export const OTHER_ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/**
 * Creates a test wallet. `responses` maps each method to a response, to a function that returns one, or to an error.
 * Calls to other methods are rejected.
 */
export function createTestWallet(
  responses: Record<string, unknown>,
  overrides: Partial<Record<keyof Provider, unknown>> = {},
): BrowserWallet {
  const request = async ({ method }: { method: string }) => {
    const response = responses[method];
    if (response instanceof Error) throw response;
    if (typeof response === "function") return response();
    if (response === undefined) throw { code: 4200, message: "Unsupported method" };
    return response;
  };
  return { id: "org.example.odd", name: "Odd", icon: null, provider: { request, ...overrides } as Provider };
}

export const VALID_RESPONSES = {
  eth_requestAccounts: [OWN_ADDRESS.toLowerCase()],
  eth_accounts: [OWN_ADDRESS.toLowerCase()],
  eth_chainId: "0x1",
  eth_getBalance: "0xde0b6b3a7640000",
};
