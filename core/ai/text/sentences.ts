/** The longest sentence that is quoted, in characters; a longer one is cut at a word. */
export const SENTENCE_MAX = 320;

/** Words behind which a point ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s("“])(?:[A-Z]|[A-Za-z](?:\.[A-Za-z])+|Mr|Mrs|Ms|Dr|Prof|St|vs|approx|ca|cf|No|Inc|Ltd|Co|Corp|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)\.$/;

/** The sentences of a plain text in their order, each on one line. Lines end a sentence unless the next goes on with it. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const paragraph of paragraphsOf(text)) {
    let from = 0;
    for (const match of paragraph.matchAll(/[.!?…]["”’')\]]?\s+(?=["“‘'([]?[\p{Lu}\p{N}])/gu)) {
      const sentence = paragraph.slice(from, match.index + match[0].length).trimEnd();
      if (ABBREVIATION.test(sentence.slice(-12))) continue;
      sentences.push(cutSentence(sentence));
      from = match.index + match[0].length;
    }
    const rest = paragraph.slice(from).trim();
    if (rest !== "") sentences.push(cutSentence(rest));
  }
  return sentences;
}

function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  let open = "";
  for (const line of text.split("\n")) {
    const words = clean(line);
    const goesOn = open !== "" && /^[\p{Ll}(]/u.test(words) && !/[.!?:;…]$/.test(open);
    if (goesOn) {
      open += ` ${words}`;
      continue;
    }
    if (open !== "") paragraphs.push(open);
    open = words;
  }
  if (open !== "") paragraphs.push(open);
  return paragraphs;
}

/** On one line, without signs that show nothing or turn the reading direction, and without a list's sign before it. */
function clean(line: string): string {
  return line
    .toWellFormed()
    .replace(/[\p{Cc}\u00ad\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff\s]+/gu, " ")
    .trim()
    .replace(/^(?:[-*•+]|\d{1,2}[.)]) (?=\S)/, "");
}

function cutSentence(sentence: string): string {
  if (sentence.length <= SENTENCE_MAX) return sentence;
  const cut = sentence.slice(0, SENTENCE_MAX - 2).toWellFormed();
  const end = cut.lastIndexOf(" ");
  return `${(end > SENTENCE_MAX / 2 ? cut.slice(0, end) : cut).trimEnd()} …`;
}
