import { z } from "zod";

const service = z.url({ protocol: /^https$/, error: "must be an https address" });

/** The settings of the wallet's page, as server/config.ts reads them. */
export const walletVariables = {
  WALLET_BUY_URL: service.default("https://ethereum.org/en/get-eth/"),
  WALLET_SWAP_URL: service.default("https://app.uniswap.org/"),
};

/** Outside services that Buy and Swap open in a new tab, after saying so. */
export interface WalletServices {
  readonly buy: string;
  readonly swap: string;
}

export function walletServices(v: z.output<z.ZodObject<typeof walletVariables>>): WalletServices {
  return Object.freeze({ buy: v.WALLET_BUY_URL, swap: v.WALLET_SWAP_URL });
}
