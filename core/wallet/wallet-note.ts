import type { Address } from "./address.ts";

/** The line that connecting a wallet adds to the bio. The member's own text is never changed. */
const NOTE_PATTERN = /^Wallet: 0x[0-9a-fA-F]{40}$/;
const formatNote = (address: Address) => `Wallet: ${address}`;

/** The maximum length of a note, including its line break. */
export const WALLET_NOTE_LENGTH = 51;

export function setWalletNote(bio: string, address: Address): string {
  const lines = bio.split("\n");
  const position = lines.findIndex((line) => NOTE_PATTERN.test(line));
  if (position < 0) return bio === "" ? formatNote(address) : `${bio}\n${formatNote(address)}`;
  return lines
    .filter((line, index) => index === position || !NOTE_PATTERN.test(line))
    .map((line) => (NOTE_PATTERN.test(line) ? formatNote(address) : line))
    .join("\n");
}

export function splitWalletNote(bio: string): { text: string; note: string | null } {
  const lines = bio.split("\n");
  const note = lines.find((line) => NOTE_PATTERN.test(line)) ?? null;
  return { text: note === null ? bio : lines.filter((line) => !NOTE_PATTERN.test(line)).join("\n"), note };
}

export function removeWalletNote(bio: string): string {
  return splitWalletNote(bio).text;
}
