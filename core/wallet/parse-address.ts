import { getAddress, isAddress } from "viem/utils";
import type { Address } from "./address.ts";

/** Parses an address and adds its checksum. A mixed-case address already has one; a wrong checksum means a typo. */
export function parseAddress(input: string): { address: Address } | { problem: string } {
  const text = input.trim();
  if (text === "") return { problem: "Enter the address to send to." };
  if (/^[\w-]+(\.[\w-]+)+$/.test(text) && !text.startsWith("0x"))
    return { problem: "Names aren't supported. Enter the address itself, which starts with 0x." };
  if (!/^0x[0-9a-f]{40}$/i.test(text))
    return { problem: "An address is 0x followed by 40 characters from 0 to 9 and a to f." };
  const digits = text.slice(2);
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (hasChecksum && !isAddress(text))
    return { problem: "This address has a typo: its capitalization doesn't match its checksum." };
  return { address: getAddress(text.toLowerCase()) };
}
