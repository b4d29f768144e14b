/**
 * Skeletons prevent members from choosing names that look the same. The table covers the writing systems allowed by
 * core/accounts/username.ts. We don't use existing tables, because they map every letter to the nearest Latin one
 * and drop the vowel signs of Indic scripts, so that different names collide.
 */

/** Each form with its lookalikes. Upper and lower case are listed separately, because they may look different. */
const LOOKALIKES: Record<string, string> = {
  a: "\u0430\u0410\u03b1\u0391\u0251",
  b: "\u0432\u0412\u0392\u03b2\u044c\u042c\u044a\u042a\u0180\u00df\u1e9e",
  c: "\u0441\u0421\u03f2\u03f9\u04ab\u04aa\u03c2",
  d: "\u0501\u0500\u0111\u0110\u00f0\u00d0",
  e: "\u0435\u0415\u0395\u03b5\u0454\u0404\u04bd\u04bc",
  f: "\u0192\u0191",
  g: "\u050d\u050c\u0581",
  h: "\u04bb\u04ba\u043d\u041d\u0397\u0570\u0127\u0126\u0266\u045b\u0452",
  j: "\u0458\u0408\u0575",
  k: "\u043a\u041a\u039a\u03ba\u0138\u049b\u049a\u049f\u049e\u04a1\u04a0\u04c4\u04c3",
  // i, l, 1 and capital I look the same in many typefaces.
  l: "iI1|\u0142\u0141\u0456\u0406\u0399\u03b9\u0131\u04cf\u04c0\u05d5\u05df\u0627\u0269\u1175\u1963",
  m: "\u043c\u041c\u039c\u04ce\u04cd",
  n: "\u039d\u03b7\u0578\u057c\u014b\u014a",
  o: "0\u043e\u041e\u039f\u03bf\u0585\u0555\u05e1\u05dd\u0647\u06d5\u06c1\u0629\u00f8\u00d8\u03c3\u0473\u0472\u04e9\u04e8\u1004",
  p: "\u0440\u0420\u03a1\u03c1\u0584\u00fe\u00de\u048f\u048e",
  q: "\u051b\u051a\u0566\u0563",
  r: "\u0433\u0413\u0393\u0491\u0490\u0493\u0492",
  s: "\u0455\u0405\u054f",
  t: "\u0442\u0422\u03a4\u03c4\u0167\u0166\u04ad\u04ac",
  u: "\u03c5\u057d\u054d\u03bc\u0446\u0426",
  v: "\u03bd\u0475\u0474\u05d8",
  w: "\u0461\u0460\u051d\u051c\u03c9\u0448\u0428\u0449\u0429\u0561",
  x: "\u0445\u0425\u03a7\u03c7\u04b3\u04b2\u04fd\u04fc",
  y: "\u0443\u0423\u04af\u04ae\u04b1\u04b0\u03a5\u03b3",
  z: "\u0396\u01b6\u01b5",
  3: "\u0437\u0417\u04e1\u04e0\u01b7\u0292",
  4: "\u0447\u0427",
  6: "\u0431\u0411",
  "\u0259": "\u018f\u04d9\u04d8",
  "\u0444": "\u0424\u03c6\u03a6",
  "\u043f": "\u041f\u03c0\u03a0",
  "\u043b": "\u041b\u039b",
  // Arabic letters that differ by language, and kanji and hiragana that look like katakana.
  "\u064a": "\u06cc\u0649",
  "\u0643": "\u06a9\u06aa",
  "\u4e00": "\u30fc",
  "\u4e8c": "\u30cb",
  "\u4e09": "\u30df",
  "\u516b": "\u30cf",
  "\u529b": "\u30ab",
  "\u5343": "\u30c1",
  "\u535c": "\u30c8",
  "\u53e3": "\u30ed\u56d7",
  "\u5915": "\u30bf",
  "\u5de5": "\u30a8",
  "\u624d": "\u30aa",
  "\u3078": "\u30d8",
  "\u308a": "\u30ea",
};

/** Digits used in place of letters. A 9 can be a g or a q, so these two are merged. */
const LETTER_BY_DIGIT: Record<string, string> = { 3: "e", 4: "a", 5: "s", 7: "t", 8: "b", 9: "g", q: "g" };

const FORM_BY_LETTER = new Map(
  Object.entries(LOOKALIKES).flatMap(([form, letters]) => [...letters].map((letter) => [letter, form])),
);

/** Returns a key that is equal for names that look alike. No two usernames may have the same skeleton. */
export function toUsernameSkeleton(username: string): string {
  return (
    [...stripAccents(username)]
      .map((letter) => FORM_BY_LETTER.get(letter) ?? letter)
      .join("")
      .toLowerCase()
      .replace(/[_. -]+/g, "")
      .replace(/[il1]/g, "l")
      .replaceAll("rn", "m")
      .replaceAll("vv", "w")
      // The tatweel only stretches a word.
      .replaceAll("\u0640", "")
      .replace(/[345789q]/g, (digit) => LETTER_BY_DIGIT[digit] ?? digit)
      .normalize("NFC")
  );
}

/** Returns the name without case and accents, in its own alphabet. No two usernames may have the same folded name. */
export function foldUsername(username: string): string {
  return stripAccents(username).toLowerCase().replaceAll("\u03c2", "\u03c3").normalize("NFC");
}

/** Strips accents only in Latin, Greek and Cyrillic, where they are easily overlooked. Elsewhere, marks are vowels. */
function stripAccents(username: string): string {
  return username
    .normalize("NFKD")
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, "");
}
