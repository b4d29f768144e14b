import { toOneLine } from "#core/ai/text/sentences.ts";
import { toWords } from "#core/ai/text/words.ts";
import { parseQuestion } from "./parse-question.ts";

/** An earlier question of a conversation and its answer in Markdown. */
export interface Turn {
  readonly question: string;
  readonly answer: string;
}

/** A question that can be understood without the conversation. */
export interface ResolvedQuestion {
  /** The question to search for and answer. */
  readonly text: string;
  /** The new subject of a follow-up ("Solana" in "and on Solana?"); null for other questions. */
  readonly addition: string | null;
  /** The earlier question that it follows up on; null if it starts a new subject. */
  readonly continues: string | null;
  /** Asks for the same answer in fewer, simpler words. */
  readonly wantsSimpler: boolean;
}

const READ_MAX = 1_000;
const FOLLOW_UP_WORDS_MAX = 9;

const THANKS =
  /^(?:(?:many )?thanks?(?: you)?(?: a lot)?|thank you|thx|ok(?:ay)?|great|cool|nice|got it|i see)[!,.]+\s*(?=\S)/i;
const SIMPLER =
  /\b(?:simpl(?:er|y|ify)|eli5|plain (?:words|english|language)|like i(?:'|’)?m (?:five|5|a child)|shorter|in short|easier|layman)\b/i;
const MORE =
  /^(?:and |please |can you |could you )*(?:tell me more|say more|more|go on|continue|what else|anything else|(?:more |some )?details?|elaborate|expand)\b/i;
const BARE =
  /^(?:(?:and|but|so) )?(?:why(?: (?:not|so|is that|does it|do they))?|how(?: (?:so|come|exactly|does (?:it|that) work))?|really|since when|when|where|who|for example|example|examples|such as|like what|what then|and then|then|what happens (?:then|next|after(?: that)?)|what does that mean)$/i;
const ORDINAL =
  /\b(?:the )?(first|second|third|fourth|fifth|last|former|latter|other|1st|2nd|3rd)(?: (?:one|two|point|source|post|thing|article|link|option))?$/i;
const ADDITION =
  /^(?:(?:and|or|but|so) )?(?:(?:what|how) (?:about|if)(?: (?:with|for|on|in))?|(?:is|does|do|are) (?:it|that|they) (?:also )?(?:for|on|in|with)|(?:and|or|but)(?: (?:on|in|for|with|at|about|to|from))?) (.+)$/i;
const POINTS_BACK =
  /\b(?:it|its|that|this|they|them|their|those|these|there|instead|he|she|him|her|same|then)\b/i;
/** The beginning of a complete question. */
const OWN_QUESTION =
  /^(?:what|who|where|when|which|how) (?:is|are|was|were|does|do|did|can|should|to|much|many)\b|^(?:explain|define|compare)\b/i;

/** Completes a follow-up from the earlier turns. Only matches patterns; it never guesses a subject. */
export function resolveQuestion(input: string, turns: readonly Turn[]): ResolvedQuestion {
  const [last] = turns.slice(-1);
  const earlier = last === undefined ? null : resolveQuestion(last.question, turns.slice(0, -1));
  const text = toOneLine(input.slice(0, READ_MAX)).replace(THANKS, "");
  const fresh = {
    text: last === undefined ? input : text,
    addition: null,
    continues: null,
    wantsSimpler: false,
  };
  if (last === undefined || earlier === null || input.length > READ_MAX) return fresh;
  const line = text.replace(/[?!.\s]+$/, "");
  const words = toWords(line);
  if (words.length === 0 || words.length > FOLLOW_UP_WORDS_MAX) return fresh;
  const same = { text: earlier.text, addition: null, continues: earlier.text, wantsSimpler: false };

  const item = ORDINAL.exec(line)?.[1];
  if (item !== undefined) {
    const chosen = listItems(earlier.text, last.answer).at(toIndex(item));
    if (chosen !== undefined) return { ...same, text: `What is ${chosen}?` };
  }
  if (SIMPLER.test(line) && (words.length <= 5 || POINTS_BACK.test(line)))
    return { ...same, wantsSimpler: true };
  if (MORE.test(line) || BARE.test(line)) return same;
  const addition = ADDITION.exec(line)?.[1];
  if (addition !== undefined && OWN_QUESTION.test(addition)) return { ...fresh, text: `${addition}?` };
  if (addition !== undefined) return { ...same, text: `${earlier.text} ${addition}`, addition };
  if (POINTS_BACK.test(line) && parseQuestion(line).terms.length === 0)
    return { ...same, text: `${earlier.text} ${line}` };
  return fresh;
}

function toIndex(ordinal: string): number {
  const word = ordinal.toLowerCase();
  if (/^(?:last|latter)$/.test(word)) return -1;
  return ["first", "second", "third", "fourth", "fifth"].findIndex((name) =>
    [name, ...(ORDINAL_NAMES[name] ?? [])].includes(word),
  );
}

const ORDINAL_NAMES: Readonly<Record<string, readonly string[]>> = {
  first: ["1st", "former"],
  second: ["2nd", "other"],
  third: ["3rd"],
};

/** What "the second one" can refer to: the sides of a comparison, otherwise the titles and terms in the answer. */
function listItems(question: string, answer: string): string[] {
  const { kind, subjects } = parseQuestion(question);
  if (kind === "comparison") return [...subjects];
  const named = [
    ...answer
      .slice(0, 20_000)
      .matchAll(/^(?:- |### On this site: )?(?:\*\*([^*\n]{2,80}?)\.?\*\*|“([^”\n]{2,200})” \[\d+\]$)/gm),
  ];
  return named.map(([, name, title]) => (name ?? title ?? "").replace(/\\(.)/g, "$1"));
}
