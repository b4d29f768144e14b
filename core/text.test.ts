import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasVisibleText } from "./text.ts";

const INVISIBLE =
  /^[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800\ufffc\u{1d159}\u{13441}\u{13442}]$/u;

describe("text without visible characters is not visible:", () => {
  test.each([
    ["an empty string", ""],
    ["spaces of every width", " \t\n\u00a0\u1680\u2003\u202f\u205f\u3000"],
    ["zero-width characters", "\u200b\u200c\u200d\u2060\ufeff\u180e\u00ad\u034f"],
    ["invisible operators", "\u2061\u2062\u2063\u2064"],
    ["direction controls", "\u200e\u200f\u061c\u202a\u202e\u202c\u2066\u2069"],
    ["the blank Braille pattern", "\u2800\u2800"],
    ["Hangul fillers", "\u115f\u1160\u3164\uffa0"],
    ["variation selectors", "\ufe0f\u{e0100}\u180b"],
    ["tag characters", "\u{e0041}\u{e0062}\u{e007f}"],
    ["combining marks without a letter", "\u0301\u0489\u20e3"],
    ["Khmer vowels that are never shown", "\u17b4\u17b5"],
    ["musical and hieroglyphic blanks", "\u{1d159}\u{1d173}\u{13441}\u{13442}"],
    ["private-use and unassigned characters", "\ue000\u{f0000}\u0378\uffff"],
    ["control characters and lone surrogates", "\0\u0007\u009f\ud800"],
    ["object replacement and annotation characters", "\ufffc\ufff9\ufffb"],
  ])("%s", (_, text) => {
    expect(hasVisibleText(text)).toBe(false);
  });

  test("in any combination", () => {
    const anyInvisibleText = fc
      .string({ unit: "binary" })
      .map((text) => [...text].filter((character) => INVISIBLE.test(character)).join(""));
    const listedInvisibleText = fc
      .array(fc.constantFrom(..."\u2800\u115f\u3164\uffa0\u2063\u200b\u0301\ufe0f \n\u{e0041}\u{1d159}"))
      .map((characters) => characters.join(""));
    fc.assert(
      fc.property(fc.oneof(anyInvisibleText, listedInvisibleText), (text) => {
        expect(hasVisibleText(text)).toBe(false);
      }),
    );
  });
});

describe("text with a visible character is visible", () => {
  test.each(["a", "1", ".", "—", "é", "👩‍🚀", "🇩🇪", "❤️", "1️⃣", "中", "한", "ا", "ක්", "✓", "$", "\u2801", "�"])(
    "%s",
    (text) => {
      expect(hasVisibleText(text)).toBe(true);
    },
  );

  test("wherever in the text that character is", () => {
    const surroundingText = fc.string({ unit: "binary" });
    const visibleCharacter = fc
      .string({ unit: "binary", minLength: 1, maxLength: 1 })
      .filter((character) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) && !INVISIBLE.test(character));
    fc.assert(
      fc.property(surroundingText, visibleCharacter, surroundingText, (before, character, after) => {
        expect(hasVisibleText(before + character + after)).toBe(true);
      }),
    );
  });
});
