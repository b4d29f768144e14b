import { findTerms } from "../glossary/find-terms.ts";
import type { Term } from "../glossary/index.ts";
import { type Concept, findConcepts } from "../text/concepts.ts";
import { toOneLine } from "../text/sentences.ts";
import { toWords } from "../text/words.ts";

export interface Topic {
  /** The topic in the user's words, truncated: "ethereum staking". */
  readonly name: string;
  /** The concepts of the topic. If there are none, the brief covers the newest posts and articles. */
  readonly concepts: readonly Concept[];
  readonly terms: readonly Term[];
  /** Whether the input is itself text to summarize, such as an article. */
  readonly isText: boolean;
}

const READ_LENGTH_MAX = 1_000;
const NAME_LENGTH_MAX = 80;
/** An input of this many words or more is text to summarize, not a topic. */
const TEXT_WORDS_MIN = 60;
const HEAD_WORDS_MAX = 40;

/** Words that ask for text rather than name its topic. */
const REQUEST_WORDS = new Set(
  `analysis analyse analyze analyzing article articles brief briefs bullet bullets concise content create current
  detailed generate happening happened happens headline headlines important thread threads tweet tweets blog insight insights latest main market markets
  month overview point points recap report reports short situation state status story stories summaries summarise
  summarize summary today topic trading trend trends update updates week weekly write writing year news post posts
  community forum site`.split(/\s+/),
);
/** Request words that aren't a topic even on their own. */
const ALWAYS_IGNORED_WORDS = new Set(
  [...REQUEST_WORDS].filter((word) => !/^(?:trad|market|trend|communit)/.test(word)),
);
const INSTRUCTION =
  /^(?:please |can you |could you )*(?:(?:write|give|generate|create|make|tell|show)(?: me| us)? )?(?:(?:a|an|the|some) )?(?:(?:short|concise|brief|quick|detailed|full) )*(?:summar(?:y|ise|ize)|thread|tweets?|(?:blog )?posts?|brief|overview|analysis|analy[sz]e|report|article|piece|essay|explainer|introduction|intro|guide|paragraph|insights?|news|update|recap|bullets?)(?: (?:of|on|about|for|regarding))? /i;
/** A kind of text, such as "tweet thread". */
const KINDS =
  "(?:(?:tweet|twitter|x|linkedin|blog|forum|news|newsletter|social media|press|email|weekly|daily)[ -])*(?:summar(?:y|ies)|(?:tweet ?)?(?:threads?|storms?)|tweets?|posts?|newsletters?|articles?|pieces?|essays?|explainers?|reports?|releases?|emails?|notes?|scripts?|captions?|columns?|paragraphs?|overviews?|recaps?|briefs?|briefings?|digests?)";
const KIND_OF_TEXT = new RegExp(
  `^(?:please |can you |could you )*(?:(?:write|give|generate|create|make|draft|compose|prepare)(?: me| us)? (?:[\\p{L}\\d,-]{1,20} ){0,4}?|(?:an? |the |some )?(?:(?:short|concise|brief|quick|detailed|full|long|\\d{1,2}) )*)${KINDS} (?:on|about|regarding|covering) `,
  "iu",
);

/** The part of a question before its topic: "what do members say about" in "What do members say about backups?" */
const QUESTION_PREFIX =
  /^what(?:'s|’s)? (?:(?:do|does|did|have|has|is|are) )?(?:(?:(?:the|this|our) )?(?:community|forum|site|members?|people|users?|everyone|we) (?:here )?|(?:been |being )?)(?:says?|said|saying|think(?:s|ing)?|thought|know(?:s|n)?|wr(?:ite|ites|iting|itten|ote)|learn(?:s|ed|t|ing)?|discuss(?:es|ed|ing)?|talk(?:s|ed|ing)?)(?: here)? (?:about|from|of|on|regarding) /i;

/** The requested audience or style: "for beginners", "in simple words". */
const MANNER =
  /[,;]? (?:(?:for|aimed at) (?:(?:absolute|complete|total|new|interested) )*(?:beginners?|newbies?|newcomers|novices|dummies|everyone|kids|children|students|investors|laypeople|experts|developers)|(?:in|with) (?:(?:very|plain|simple|easy|a few|\d+) )*(?:words|terms|language|sentences|bullets?|english)|explained(?: (?:simply|briefly|quickly))?|step by step|from scratch)$/i;
/** A question that follows the topic: "stablecoins: what happened and what can we learn?" */
const QUESTION_SUFFIX =
  /(?<=\S{3}.{0,1000}): (?:what|how|why|who|when|where|which|is|are|should|can|will|do|does)\b.*/i;

export function formatConcepts({ concepts }: Topic): string {
  return concepts.map(({ name }) => name).join(" ");
}

/** Omits the more general of two terms: "layer 2 rollups" becomes "rollups", because a rollup is "A layer 2 that …". */
function omitGeneralTerms(text: string): string {
  const words = toWords(text);
  const terms = findTerms(words);
  const generalTerms = terms.filter(({ term }) =>
    terms.some((other) => {
      const [, ...definition] = toWords(other.term.text);
      return other.term !== term && `${definition.join(" ")} `.startsWith(`${toWords(term.name).join(" ")} `);
    }),
  );
  if (generalTerms.length === 0) return text;
  return words
    .filter((_, index) => !generalTerms.some(({ at, length }) => index >= at && index < at + length))
    .join(" ");
}

export function parseTopic(input: string): Topic {
  const text = toOneLine(input.slice(0, READ_LENGTH_MAX));
  const words = toWords(text);
  const isText = words.length >= TEXT_WORDS_MIN;
  const name = text
    .replace(QUESTION_PREFIX, "")
    .replace(KIND_OF_TEXT, "")
    .replace(INSTRUCTION, "")
    .replace(/(?<![?!.\s])[?!.\s]+$/, "")
    .replace(QUESTION_SUFFIX, "")
    .replace(MANNER, "");
  const head = isText ? words.slice(0, HEAD_WORDS_MAX).join(" ") : omitGeneralTerms(name);
  const terms = findTerms(toWords(head));
  const specificConcepts = findConcepts(head, terms, REQUEST_WORDS);
  return {
    name:
      name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX).toWellFormed().trimEnd()} …` : name,
    // "Trading" alone is a topic; "trading news on bitcoin" is about bitcoin.
    concepts:
      specificConcepts.length > 0 ? specificConcepts : findConcepts(head, terms, ALWAYS_IGNORED_WORDS),
    terms: terms.map(({ term }) => term),
    isText,
  };
}
