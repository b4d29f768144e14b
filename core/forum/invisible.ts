/**
 * Where a character that shows nothing belongs: within an emoji (👩‍🚀, ❤️, 1️⃣, the flags of England and others), after
 * an ideograph or a Mongolian letter whose form it chooses, and between letters of the scripts that join them (Persian
 * "می‌خواهم", Sinhala "ශ්‍රී").
 */
const IN_PLACE = [
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

/** What belongs, as its first group, and every other character that shows nothing. */
function makePattern(): RegExp {
  const joined = JOINED_SCRIPTS.split(" ").map((script) => `\\p{Script=${script}}`);
  const inPlace = IN_PLACE.map(({ source }) => source.replaceAll("JOINED", `[${joined.join("")}]`));
  return new RegExp(`(${inPlace.join("|")})|\\p{Default_Ignorable_Code_Point}`, "gu");
}

/**
 * A line without characters that show nothing where they stand: zero-width ones make two names of one, and controls of
 * direction turn what stands around them. Text from right to left needs none of them.
 */
export function dropInvisibleCharacters(line: string): string {
  if (!/\p{Default_Ignorable_Code_Point}/u.test(line)) return line;
  pattern ??= makePattern();
  return line.replace(pattern, (_, inPlace: string | undefined) => inPlace ?? "");
}
