import { memoizeByText } from "./memoize-text.ts";

/** Words that don't name a topic, including question words. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above another compare compared define defined definition describe difference differences different versus vs after again against ago all almost also although always am among an and any anybody anyone anything are
  around as ask at away back be became because become been before being below between both but by came can cannot cant
  come could couldnt did didnt do does doesnt doing done dont down during each either else enough especially etc even
  ever every everybody everyone everything explain few find first for from further get gets getting give given go goes
  going got had has hasnt have havent having he hello help her here hers hey hi him his how however i id if ill im in
  instead into is isnt it its itself ive just keep kind kinds know known last later least less let lets like list little
  look lot made main make makes making many may maybe me mean means meaning might mine more most much must my near need
  needed needs never new next no none nor not nothing now of off often ok okay on once one only or other others otherwise our
  ours out over own per perhaps please put quite rather really recent recently said same say says see seem seems shall she
  should show simple simply since so some somebody someone something sort sorts still such take tell than thank thanks
  that thats the their theirs them then there these they thing things think this those though through thus to today
  together told tomorrow too toward towards type types under until up upon us use used uses using very via want wants was
  way we well went were what whats when where whether which while who whom whose why will with within without wont word
  words work works would yes yesterday yet you your yours
  aint arent couldve gonna hadnt howd itd itll mightnt mightve mustnt mustve neednt shouldnt shouldve thatd thatll
  thered theyd theyll theyre theyve wanna wasnt wed werent weve whatd whatre whod wholl wouldnt wouldve yall youd youll
  youre youve
  btw hey lol pls plz rn thx ur`.split(/\s+/),
);

const CACHED_WORDS_MAX = 20_000;
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu;

/** The words in order: lower case, split at hyphens, without apostrophes and possessive endings. */
export function toWords(text: string): string[] {
  return (text.toLowerCase().match(WORD) ?? []).map((word) => word.replace(/['’](?:s$)?/, ""));
}

export function toStems(text: string): string[] {
  return toWords(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map(toStem);
}

/** The common stem of a word's forms, for comparison only: "stak" for "staking", "staked" and "stakes". */
export const toStem = memoizeByText((word: string): string => {
  let stem = word;
  if (stem.length > 4 && stem.endsWith("ies")) stem = `${stem.slice(0, -3)}y`;
  else if (stem.length > 4 && /(?:ss|x|ch|sh|zz)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (stem.length > 3 && /[^sui]s$/.test(stem)) stem = stem.slice(0, -1);
  const root = /^([^aeiouy]*[aeiouy].*)(?:ing|ed)$/.exec(stem.slice(0, 40))?.[1];
  if (root !== undefined && root.length >= 3) stem = root.replace(/([bdgmnprt])\1$/, "$1");
  return stem.length > 3 && stem.endsWith("e") ? stem.slice(0, -1) : stem;
}, CACHED_WORDS_MAX);
