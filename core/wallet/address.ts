/** An account's or contract's address with its checksum (EIP-55). */
export type Address = `0x${string}`;

const SHORT_START = 6;
const SHORT_END = 4;

export function shortenAddress(address: string): string {
  return `${address.slice(0, SHORT_START)}…${address.slice(-SHORT_END)}`;
}

export function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
