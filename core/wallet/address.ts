/** An account's or contract's address with its checksum (EIP-55). */
export type Address = `0x${string}`;

const SHORT_START = 6;
const SHORT_END = 4;

/** Shortens an address to its first 6 and last 4 characters: "0x5aAe…eAed". */
export function shortenAddress(address: string): string {
  return `${address.slice(0, SHORT_START)}…${address.slice(-SHORT_END)}`;
}

/** Compares addresses, ignoring case. */
export function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
