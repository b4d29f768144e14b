import { getAddress, isAddress } from "viem/utils";

/** An account's or a contract's address with its checksum (EIP-55). */
export type Address = `0x${string}`;

const SHORT_START = 6;
const SHORT_END = 4;

/** First 6 and last 4 characters: "0x5aAe…eAed". */
export function shortenAddress(address: string): string {
  return `${address.slice(0, SHORT_START)}…${address.slice(-SHORT_END)}`;
}

/**
 * An address as somebody typed or a wallet told it, with its checksum. All small or all large letters carry none and
 * are taken; a wrong checksum is a typing error and is refused.
 */
export function readAddress(given: string): { address: Address } | { problem: string } {
  const text = given.trim();
  if (text === "") return { problem: "Enter the address to send to." };
  if (/^[\w-]+(\.[\w-]+)+$/.test(text) && !text.startsWith("0x"))
    return { problem: "Names are not looked up here. Enter the address itself, which begins with 0x." };
  if (!/^0x[0-9a-f]{40}$/i.test(text))
    return { problem: "An address is 0x and 40 characters from 0 to 9 and a to f." };
  const digits = text.slice(2);
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (hasChecksum && !isAddress(text))
    return { problem: "The capital letters of this address do not fit it: a character is wrong." };
  return { address: getAddress(text.toLowerCase()) };
}

/** The same account, however the two are written. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
