import { expect, test } from "vitest";
import { removeWalletNote, setWalletNote, splitWalletNote, WALLET_NOTE_LENGTH } from "./wallet-note.ts";

const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const OTHER_ADDRESS = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

test("the note is a separate line, replaced in place, and the member's own text is unchanged", () => {
  for (const text of [
    "",
    "I write.",
    "Two\n\nlines",
    "Wallet: mine is leather",
    `See Wallet: ${ADDRESS} there`,
  ]) {
    const bioWithNote = setWalletNote(text, ADDRESS);
    expect(splitWalletNote(bioWithNote)).toEqual({ text, note: `Wallet: ${ADDRESS}` });
    expect(setWalletNote(bioWithNote, ADDRESS)).toBe(bioWithNote);
    expect(setWalletNote(bioWithNote, OTHER_ADDRESS)).toBe(
      bioWithNote.replace(new RegExp(`^Wallet: ${ADDRESS}$`, "m"), `Wallet: ${OTHER_ADDRESS}`),
    );
    expect(removeWalletNote(bioWithNote)).toBe(text);
    expect(removeWalletNote(text)).toBe(text);
    expect(bioWithNote.length - text.length).toBeLessThanOrEqual(WALLET_NOTE_LENGTH);
  }
  expect(setWalletNote(`Above\nWallet: ${ADDRESS}\nBelow`, OTHER_ADDRESS)).toBe(
    `Above\nWallet: ${OTHER_ADDRESS}\nBelow`,
  );
  expect(setWalletNote(`Wallet: ${ADDRESS}\nx\nWallet: ${ADDRESS}`, OTHER_ADDRESS)).toBe(
    `Wallet: ${OTHER_ADDRESS}\nx`,
  );
});
