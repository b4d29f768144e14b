/** An ERC-20 token whose balance is asked. What is not in a chain's list never adds to a total: anybody can name a token "USDC". */
export interface Token {
  readonly symbol: string;
  readonly name: string;
  /** With its checksum (EIP-55). */
  readonly address: `0x${string}`;
  readonly decimals: number;
  /** The asset of core/market whose price counts: for bridged and wrapped tokens what they stand for. Null: unpriced. */
  readonly asset: string | null;
}

export const token = (
  symbol: string,
  name: string,
  address: `0x${string}`,
  decimals: number,
  asset: string | null = null,
): Token => ({ symbol, name, address, decimals, asset });
