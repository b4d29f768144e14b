import { type Chain, chainToAdd, writeChainId } from "#core/wallet/chains.ts";
import { codeOfProviderError, UNKNOWN_CHAIN } from "#core/wallet/provider-errors.ts";
import { ask, type Provider } from "./provider.ts";

/** Asks the wallet to switch chains and to add an unknown one. Rejects with the wallet's error. */
export async function switchOrAddChain(provider: Provider, chain: Chain): Promise<void> {
  const params = [{ chainId: writeChainId(chain.id) }];
  try {
    await ask(provider, "wallet_switchEthereumChain", params);
  } catch (error) {
    if (codeOfProviderError(error) !== UNKNOWN_CHAIN) throw error;
    await ask(provider, "wallet_addEthereumChain", [chainToAdd(chain)]);
    await ask(provider, "wallet_switchEthereumChain", params);
  }
}
