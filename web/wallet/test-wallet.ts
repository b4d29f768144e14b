import type { FoundWallet } from "./discover-wallets.ts";
import type { Provider } from "./provider.ts";

export const ME = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
export const OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** A test wallet with a fixed response per method. It refuses all other methods. */
export function createTestWallet(
  answers: Record<string, unknown>,
  rest: Partial<Record<keyof Provider, unknown>> = {},
): FoundWallet {
  const request = async ({ method }: { method: string }) => {
    const answer = answers[method];
    if (answer instanceof Error) throw answer;
    if (typeof answer === "function") return answer();
    if (answer === undefined) throw { code: 4200, message: "no" };
    return answer;
  };
  return { id: "org.example.odd", name: "Odd", icon: null, provider: { request, ...rest } as Provider };
}

export const VALID_RESPONSES = {
  eth_requestAccounts: [ME.toLowerCase()],
  eth_accounts: [ME.toLowerCase()],
  eth_chainId: "0x1",
  eth_getBalance: "0xde0b6b3a7640000",
};
