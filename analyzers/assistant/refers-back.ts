const BACK_REFERENCE =
  /\b(?:it|its|that|this|they|them|their|those|these|instead|he|she|him|her|same|then|there|again|either|too)\b/i;
/** "There" and "this site" refer to nothing earlier. */
const NO_REFERENCE =
  /\b(?:is|are|was|were) there\b|\bthere(?:'s| is| are)\b|\bthis (?:site|forum|page|community|website|place|week|month|year|morning)\b|\bit is (?:possible|true)\b/gi;

/** Whether a text contains a word such as "it" or "that", which refers to something said before. */
export function refersBack(text: string): boolean {
  return BACK_REFERENCE.test(text.replaceAll(NO_REFERENCE, " "));
}
