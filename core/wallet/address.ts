/** The checksummed address (EIP-55) of an account or contract. */
export type Address = `0x${string}`;

const SHORT_START = 6;
const SHORT_END = 4;

export function shortenAddress(address: string): string {
  return `${address.slice(0, SHORT_START)}…${address.slice(-SHORT_END)}`;
}

export function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
