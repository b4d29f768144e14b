import { type Chain, chainToAdd, writeChainId } from "#core/wallet/chains.ts";
import { codeOfProviderError, UNKNOWN_CHAIN } from "#core/wallet/provider-errors.ts";
import { ask, type Provider } from "./provider.ts";

/** Asks a wallet for another chain, and to add it where it is not known there. Rejects with the wallet's error. */
export async function switchOrAddChain(provider: Provider, chain: Chain): Promise<void> {
  const wish = [{ chainId: writeChainId(chain.id) }];
  try {
    await ask(provider, "wallet_switchEthereumChain", wish);
  } catch (error) {
    if (codeOfProviderError(error) !== UNKNOWN_CHAIN) throw error;
    await ask(provider, "wallet_addEthereumChain", [chainToAdd(chain)]);
    await ask(provider, "wallet_switchEthereumChain", wish);
  }
}
