import { getAddress, isAddress } from "viem/utils";
import type { Address } from "./address.ts";

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
