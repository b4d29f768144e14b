import { expect, test } from "vitest";
import { removeWalletNote, setWalletNote, splitWalletNote, WALLET_NOTE_LENGTH } from "./wallet-note.ts";

const ONE = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const OTHER = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

test("the note is a separate line, replaced in place, and the member's own text is unchanged", () => {
  for (const text of [
    "",
    "I write.",
    "Two\n\nlines",
    "Wallet: mine is leather",
    `See Wallet: ${ONE} there`,
  ]) {
    const noted = setWalletNote(text, ONE);
    expect(splitWalletNote(noted)).toEqual({ text, note: `Wallet: ${ONE}` });
    expect(setWalletNote(noted, ONE)).toBe(noted);
    expect(setWalletNote(noted, OTHER)).toBe(
      noted.replace(new RegExp(`^Wallet: ${ONE}$`, "m"), `Wallet: ${OTHER}`),
    );
    expect(removeWalletNote(noted)).toBe(text);
    expect(removeWalletNote(text)).toBe(text);
    expect(noted.length - text.length).toBeLessThanOrEqual(WALLET_NOTE_LENGTH);
  }
  expect(setWalletNote(`Above\nWallet: ${ONE}\nBelow`, OTHER)).toBe(`Above\nWallet: ${OTHER}\nBelow`);
  expect(setWalletNote(`Wallet: ${ONE}\nx\nWallet: ${ONE}`, OTHER)).toBe(`Wallet: ${OTHER}\nx`);
});
