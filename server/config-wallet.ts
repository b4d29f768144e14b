import { z } from "zod";

const httpsUrl = z.url({ protocol: /^https$/, error: "must be an https URL" });

export const walletVariables = {
  WALLET_BUY_URL: httpsUrl.default("https://ethereum.org/en/get-eth/"),
  WALLET_SWAP_URL: httpsUrl.default("https://app.uniswap.org/"),
};

/** External services that Buy and Swap open in a new tab after a confirmation. */
export function readWalletServices(v: z.output<z.ZodObject<typeof walletVariables>>) {
  return Object.freeze({ buy: v.WALLET_BUY_URL, swap: v.WALLET_SWAP_URL });
}
