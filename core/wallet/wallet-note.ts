import type { Address } from "./address.ts";

/** The one line of a bio that connecting a wallet writes: the member's own words are never touched. */
const NOTE = /^Wallet: 0x[0-9a-fA-F]{40}$/;
const writeNote = (address: Address) => `Wallet: ${address}`;

/** Longer than the note with its line break. */
export const WALLET_NOTE_LENGTH = 51;

/** The bio with this address in its note: in the place of the one before, else as a last line. */
export function withWalletNote(bio: string, address: Address): string {
  const lines = bio.split("\n");
  const at = lines.findIndex((line) => NOTE.test(line));
  if (at < 0) return bio === "" ? writeNote(address) : `${bio}\n${writeNote(address)}`;
  return lines
    .filter((line, index) => index === at || !NOTE.test(line))
    .map((line) => (NOTE.test(line) ? writeNote(address) : line))
    .join("\n");
}

/** The member's own words, and the note's line where there is one. */
export function splitWalletNote(bio: string): { words: string; note: string | null } {
  const lines = bio.split("\n");
  const note = lines.find((line) => NOTE.test(line)) ?? null;
  return { words: note === null ? bio : lines.filter((line) => !NOTE.test(line)).join("\n"), note };
}

export function withoutWalletNote(bio: string): string {
  return splitWalletNote(bio).words;
}
