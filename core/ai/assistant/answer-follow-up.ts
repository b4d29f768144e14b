import type { SiteDocument } from "#core/ai/analysis.ts";
import { GLOSSARY } from "#core/ai/glossary/index.ts";
import { HELP_TOPICS } from "#core/ai/help/index.ts";
import { chooseSentences } from "#core/ai/relevance/choose-sentences.ts";
import { RELEVANT_MIN } from "#core/ai/relevance/choose-threads.ts";
import { createRater, type Rarity } from "#core/ai/relevance/rate.ts";
import { numberSources, type SourceNumbers } from "#core/ai/text/number-sources.ts";
import { formatQuote, toPlainMarkdown } from "#core/ai/text/plain-markdown.ts";
import { formatList } from "#core/format-list.ts";
import {
  findPassages,
  findSaidSentence,
  findTopicThreads,
  isBroadTopic,
  isSaid,
  isTermSaid,
  listTopicTerms,
  type PassageSearch,
  type Passages,
} from "./find-passages.ts";
import { createNeed } from "./need.ts";
import { parseQuestion } from "./parse-question.ts";
import { isCovered, isSure, type Reading, readQuestion, readQuestionOrPart } from "./read-question.ts";
import type { ResolvedQuestion, Turn } from "./resolve-question.ts";
import {
  writeDefinition,
  writePassages,
  writeReading,
  writeTitle,
  writeUnknown,
  writeWarnings,
} from "./write-answer.ts";

const SHORTER = "I can't rephrase what others wrote, so here is a shorter answer.";
/** What a question about buying is answered with. */
const RISKS = "is it risky?";
const MORE_SENTENCES = { own: 2, replies: 1 };
const MORE_THREADS = 2;
const MORE_TERMS = 2;
/** A question that can be understood alone is only about the topic if a passage on it has nearly all of its words. */
const NEW_FIT_MIN = 0.75;

/** The relevance of a thread that answers a follow-up without being about its topic. */
const ALONE_MIN = 0.7;
/** On a broad topic, an earlier passage that fits this much better is pointed out instead of a new one. */
const SAID_BETTER = 0.3;

/** A question in a conversation with a topic. */
type FollowUp = ResolvedQuestion & { readonly topic: string };

interface Conversation {
  readonly documents: readonly SiteDocument[];
  readonly rarity: Rarity;
  readonly turns: readonly Turn[];
  readonly sources: SourceNumbers;
}

interface Context extends PassageSearch {
  readonly sources: SourceNumbers;
  readonly topic: Reading;
}

/**
 * Answers a question in a conversation. Never repeats a passage of an earlier answer, unless it is shortened or was asked
 * for by name.
 */
export function answerFollowUp(followUp: FollowUp, conversation: Conversation): string {
  const { documents, rarity, turns, sources } = conversation;
  const said = turns.map(({ answer }) => answer).join("\n\n");
  const topic = readQuestionOrPart(followUp.topic, documents, rarity);
  const context: Context = { documents, rarity, said, sources, topic };
  switch (followUp.form) {
    case "simpler":
      return writeSimpler(context);
    case "source":
      return writeSources(context, turns);
    case "more":
      return writeMore(context) ?? writeNothingMore(context);
    default:
      return [...writeOwnWarnings(followUp), answerAboutTopic(followUp, context)].join("\n\n");
  }
}

/** "Should I buy some?" is answered with the topic's risks. */
function writeOwnWarnings({ text }: FollowUp): string[] {
  const question = parseQuestion(text);
  return question.asksForAdvice && question.terms.length === 0 ? writeWarnings(question) : [];
}

function answerAboutTopic({ text, topic: topicText, form, addition }: FollowUp, context: Context): string {
  const { documents, rarity, topic, sources } = context;
  const alone = readQuestionOrPart(text, documents, rarity);
  const write = (reading: Reading) =>
    writeReading(reading, sources, { said: context.said, isPart: addition !== null }) ??
    writeUnknown(alone.question);
  const isAbout = form === "about" || (alone.question.asksForAdvice && alone.question.terms.length === 0);
  const isHelpElsewhere = isAbout && alone.chosen.lead === "help" && topic.chosen.lead !== "help";
  if ((isSure(alone) && !isHelpElsewhere) || (addition !== null && namesAnother(alone, topic)))
    return [...(addition === null ? [] : writeWarnings(topic.question)), write(alone)].join("\n\n");

  const isAdvice = alone.question.asksForAdvice;
  const need = createNeed(isAdvice ? RISKS : text, topic, rarity);
  const passages = findPassages(topic, need, context);
  const said = isAbout ? findSaidSentence(topic, need, context) : null;
  const isSaidBetter =
    passages !== null && said !== null && isBroadTopic(topic) && said.fit >= passages.fit + SAID_BETTER;
  if (passages !== null && !isSaidBetter && (isAbout || passages.fit >= NEW_FIT_MIN))
    return writeFound(passages, context);

  const loose = isAbout && said === null ? findPassages(topic, need, context, { isLoose: true }) : null;
  if (loose !== null) return writeFound(loose, context);
  if (said === null && need.hasSubject) {
    const fresh = withoutSaid(alone, context.said);
    if (isCovered(fresh) && canStandAlone(alone, { isAbout })) return write(fresh);
    const together = withoutSaid(readTogether(text, topicText, context), context.said);
    if (isCovered(together)) return write(together);
  }
  if (said !== null) return writeNothingMore(context, { quote: said.sentence });
  if (!need.hasSubject && need.aspects.some(({ isOpen }) => isOpen)) {
    const more = writeMore(context, { hasTerms: false });
    if (more !== null) return more;
  }
  const isOnTopic = isAbout && (!need.hasSubject || topic.chosen.lead === "help");
  if (isOnTopic && isCovered(topic)) return writeNothingMore(context);
  if (!isAbout && isCovered(alone)) return writeNothingMore({ ...context, topic: alone });
  return writeUnknown(alone.question, isAbout ? topicText : null);
}

/** One shared word says little in a conversation about something else, unless it is a help topic's. */
function canStandAlone({ chosen, rater }: Reading, { isAbout }: { readonly isAbout: boolean }): boolean {
  if (chosen.lead === "help" || (chosen.lead === "terms" && !isAbout)) return true;
  const [best] = chosen.threads;
  if (isAbout && (best?.relevance ?? 0) < ALONE_MIN) return false;
  return chosen.lead === "threads" && rater.concepts.filter(({ isMinor }) => !isMinor).length > 1;
}

/** "And Shor's?" after Grover's names another term. */
function namesAnother({ question, chosen }: Reading, topic: Reading): boolean {
  const [first] = question.terms;
  return (
    first !== undefined &&
    chosen.terms.includes(first.term) &&
    !topic.question.terms.some(({ term }) => term === first.term)
  );
}

/** Both questions together, with threads that cover all of the follow-up. */
function readTogether(text: string, topicText: string, { documents, rarity, topic }: Context): Reading {
  const together = readQuestion(`${topicText} ${text}`, documents, rarity);
  const added = createRater(text, rarity);
  const threads = together.chosen.threads.filter(
    ({ main, replies, sentences }) =>
      sentences.some(({ sentence }) => added.covers(sentence)) &&
      topic.rater.rate(main, replies).relevance >= RELEVANT_MIN,
  );
  return { ...together, chosen: { ...together.chosen, threads, terms: [], lead: "threads" } };
}

function withoutSaid(reading: Reading, said: string): Reading {
  const { chosen } = reading;
  const threads = chosen.threads
    .map((thread) => ({
      ...thread,
      sentences: thread.sentences.filter(({ sentence, at }) => at < 0 || !isSaid(sentence, said)),
    }))
    .filter((thread) => chooseSentences(thread, MORE_SENTENCES).length > 0);
  const terms = chosen.terms.filter((term) => !isTermSaid(term, said));
  const helpTopics = chosen.helpTopics.filter(({ text }) => !said.includes(text));
  return { ...reading, chosen: { ...chosen, threads, terms, helpTopics } };
}

function writeFound({ threads, terms }: Passages, { sources, said }: Context): string {
  return [
    ...threads.map(({ main, sentences }) =>
      writePassages(main, sentences, sources, { isKnown: isTitleSaid(main, said) }),
    ),
    ...terms.map((term) => writeDefinition(term, false, sources)),
  ].join("\n\n");
}

const isTitleSaid = (document: SiteDocument, said: string) => said.includes(writeTitle(document));

/** Further passages on the topic; if there are none, related glossary terms; null if there is nothing. */
function writeMore(context: Context, { hasTerms = true } = {}): string | null {
  const { topic, said } = context;
  const own = listTopicTerms(topic).filter((term) => !isTermSaid(term, said));
  const unsaid = own.filter((term) => topic.chosen.terms.includes(term));
  const isHelp = topic.chosen.lead === "help";
  const threads = findTopicThreads(topic, context)
    .filter(({ isAboutTopic }) => isAboutTopic && !isHelp)
    .map(({ thread }) => ({
      main: thread.main,
      sentences: chooseSentences(
        {
          ...thread,
          sentences: thread.sentences.filter(({ sentence, at }) => at < 0 || !isSaid(sentence, said)),
        },
        MORE_SENTENCES,
      ),
    }))
    .filter(({ sentences }) => sentences.length > 0)
    .slice(0, MORE_THREADS);
  const terms = unsaid.length > 0 || (threads.length === 0 && hasTerms) ? own.slice(0, MORE_TERMS) : [];
  if (threads.length + terms.length === 0) return null;
  return writeFound({ threads: unsaid.length > 0 ? [] : threads, terms, fit: 1 }, context);
}

function writeSimpler(context: Context): string {
  const { topic, sources, said } = context;
  const draft = writeReading(topic, numberSources(), { isShort: true });
  if (draft === null) return writeUnknown(topic.question);
  if (said.includes(SHORTER))
    return writeNothingMore(context, { subject: "I can't make it shorter, and this site" });
  return `${SHORTER}\n\n${writeReading(topic, sources, { isShort: true })}`;
}

/** The sources that the last answer names. */
function writeSources({ topic, sources, documents }: Context, turns: readonly Turn[]): string {
  const last = turns.at(-1)?.answer ?? "";
  const named = documents.filter((document) => document.kind !== "comment" && isTitleSaid(document, last));
  const isDefined = ({ name }: { readonly name: string }) =>
    last.includes(`**${name}.**`) || last.includes(formatQuote(name));
  const cited = [
    ...[...new Map(named.map((document) => [document.path, document])).values()].map(
      (document) =>
        `${writeTitle(document)} (${toPlainMarkdown(document.attribution)}) ${sources.citeDocument(document)}`,
    ),
    ...GLOSSARY.filter(isDefined).map(
      (term) => `the glossary's entry on ${term.name} ${sources.citeTerm(term)}`,
    ),
    ...HELP_TOPICS.filter(({ title }) => isDefined({ name: title })).map(
      (help) => `this site's help on “${help.title}” ${sources.citeHelp(help)}`,
    ),
  ];
  return cited.length === 0 ? writeUnknown(topic.question) : `That came from ${formatList(cited)}.`;
}

/** One sentence with a link to what the site does have. `quote`: the sentence of it that comes closest. */
function writeNothingMore(
  context: Context,
  { quote = null, subject = "This site" }: { readonly quote?: string | null; readonly subject?: string } = {},
): string {
  const { topic, sources } = context;
  const { threads, terms, helpTopics, lead } = topic.chosen;
  const [cited] = findTopicThreads(topic, context).filter(({ citedAt }) => citedAt !== null);
  const thread = cited?.thread.main ?? threads[0]?.main;
  const [term] = terms;
  const [help] = helpTopics;
  const name = (title: string, citation: string) =>
    quote === null ? `${title} ${citation}` : `what ${title} says: ${formatQuote(quote)} ${citation}`;
  const write = (source: string) => `${subject} has nothing more on this than ${source}.`;
  if (help !== undefined)
    return write(name(`its help on ${formatQuote(help.title)}`, sources.citeHelp(help)));
  const isThread =
    quote !== null && term !== undefined
      ? !term.text.includes(quote)
      : lead !== "terms" || term === undefined;
  if (isThread && thread !== undefined) return write(name(writeTitle(thread), sources.citeDocument(thread)));
  if (term !== undefined)
    return write(name(`its glossary entry on ${formatQuote(term.name)}`, sources.citeTerm(term)));
  return writeUnknown(topic.question);
}
