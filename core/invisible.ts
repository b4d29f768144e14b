/**
 * Sequences in which invisible characters are legitimate: within an emoji (👩‍🚀, ❤️, 1️⃣, the flag of
 * England), after an ideograph or Mongolian letter to choose its variant, and between letters of scripts that
 * join them (Persian "می‌خواهم", Sinhala "ශ්‍රී").
 */
const LEGITIMATE_SEQUENCES = [
  /\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/u,
  /\p{Extended_Pictographic}\p{Emoji_Modifier}?[\ufe0e\ufe0f]?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)*/u,
  /[0-9#*]\ufe0f\u20e3/u,
  /\p{Script=Han}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u,
  /\p{Script=Mongolian}[\u180b-\u180d\u180f]/u,
  /(?<=JOINED)[\u200c\u200d](?=JOINED)/u,
];
const JOINED_SCRIPTS =
  "Arab Syrc Mong Nkoo Adlm Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt";

let pattern: RegExp | undefined;

/** Matches legitimate sequences (first group) and every other invisible character. */
function buildPattern(): RegExp {
  const joinedScripts = JOINED_SCRIPTS.split(" ").map((script) => `\\p{Script=${script}}`);
  const sequences = LEGITIMATE_SEQUENCES.map(({ source }) =>
    source.replaceAll("JOINED", `[${joinedScripts.join("")}]`),
  );
  return new RegExp(`(${sequences.join("|")})|\\p{Default_Ignorable_Code_Point}`, "gu");
}

/**
 * Drops invisible characters unless they are legitimate. Zero-width ones create lookalike names. Direction controls
 * reorder the text around them, and right-to-left text doesn't need them.
 */
export function removeInvisibleCharacters(line: string): string {
  if (!/\p{Default_Ignorable_Code_Point}/u.test(line)) return line;
  pattern ??= buildPattern();
  return line.replace(pattern, (_, sequence: string | undefined) => sequence ?? "");
}
