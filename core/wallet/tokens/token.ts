/** An ERC-20 token. We read the balances of listed tokens only, because anyone can call a token "USDC". */
export interface Token {
  readonly symbol: string;
  readonly name: string;
  /** With its checksum (EIP-55). */
  readonly address: `0x${string}`;
  readonly decimals: number;
  /** The asset of core/market that determines the price; the underlying one for bridged and wrapped tokens. */
  readonly asset: string | null;
}

export const createToken = (
  symbol: string,
  name: string,
  address: `0x${string}`,
  decimals: number,
  asset: string | null = null,
): Token => ({ symbol, name, address, decimals, asset });
