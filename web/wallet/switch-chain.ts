import { buildAddChainParams, type Chain, formatChainId } from "#core/wallet/chains.ts";
import { getProviderErrorCode, UNKNOWN_CHAIN } from "#core/wallet/provider-errors.ts";
import { type Provider, request } from "./provider.ts";

/** Asks the wallet to switch chains and to add an unknown one. Rejects with the wallet's error. */
export async function switchOrAddChain(provider: Provider, chain: Chain): Promise<void> {
  const params = [{ chainId: formatChainId(chain.id) }];
  try {
    await request(provider, "wallet_switchEthereumChain", params);
  } catch (error) {
    if (getProviderErrorCode(error) !== UNKNOWN_CHAIN) throw error;
    await request(provider, "wallet_addEthereumChain", [buildAddChainParams(chain)]);
    await request(provider, "wallet_switchEthereumChain", params);
  }
}
