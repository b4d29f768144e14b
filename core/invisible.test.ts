import fc from "fast-check";
import { expect, test } from "vitest";
import { removeInvisibleCharacters } from "./invisible.ts";

test.each([
  ["a direction override", "paid\u202eexe.pdf", "paidexe.pdf"],
  [
    "embeddings, isolates and marks",
    "a\u202ab\u202bc\u202c\u2066d\u2067e\u2068f\u2069\u200e\u200f\u061cg",
    "abcdefg",
  ],
  [
    "zero-width spaces and joiners",
    "De\u200bFi\ufeff De\u2060Fi De\u200dFi De\u200cFi",
    "DeFi DeFi DeFi DeFi",
  ],
  ["soft hyphens and invisible signs", "bit\u00adcoin\u2062\u2063", "bitcoin"],
  ["fillers that look like spaces", "a\u3164\u115f\uffa0b", "ab"],
  ["tag characters", "AI\u{e0041}\u{e0049}", "AI"],
  ["variation selectors without a variant", "a\ufe0f 1\ufe0f x\u{e0101}", "a 1 x"],
  ["joiners at the end or start", "👩\u200d \u200d👩 می\u200c", "👩 👩 می"],
])("invisible characters are removed: %s", (_, line, expected) => {
  expect(removeInvisibleCharacters(line)).toBe(expected);
});

test.each([
  ["family and profession emoji", "👨‍👩‍👧‍👦 👩🏽‍🚀 🏳️‍🌈 🤷🏾‍♀️ ❤️‍🔥"],
  ["hearts, keycaps and the text selector", "❤️ 1️⃣ #️⃣ ☎︎"],
  ["flags", "🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
  ["Arabic and Hebrew", "مرحبا بالعالم 2026, שלום עולם!"],
  ["Persian with zero-width non-joiners", "می‌خواهم نام‌ها"],
  ["Sinhala, Hindi and Bengali with joiners", "ශ්‍රී ලංකා क्‍ष র‍্যাব"],
  ["ideographic variants", "葛\u{e0100}城 辻\u{e0101}"],
  ["accents and other signs", "é e\u0301 ṩ ½ № ∑ „“"],
])("text without unwanted characters is unchanged: %s", (_, line) => {
  expect(removeInvisibleCharacters(line)).toBe(line);
});

test("cleaning is idempotent and removes nothing visible", () => {
  const parts =
    "a 1 👩 🏽 ❤ ک ක ් 葛 \u200d \u200c \u200b \ufe0f \u20e3 \u202e \u{e0100} \u{1f3f4} \u{e0067} \u{e007f}".split(
      " ",
    );
  const lineOfParts = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), lineOfParts), (line) => {
      const cleanedLine = removeInvisibleCharacters(line);
      expect(removeInvisibleCharacters(cleanedLine)).toBe(cleanedLine);
      expect(cleanedLine.replace(/\p{Default_Ignorable_Code_Point}/gu, "")).toBe(
        line.replace(/\p{Default_Ignorable_Code_Point}/gu, ""),
      );
    }),
  );
});
