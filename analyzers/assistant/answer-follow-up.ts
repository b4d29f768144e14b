import type { SiteDocument } from "#core/ai/analysis.ts";
import type { Turn } from "#core/ai/tools.ts";
import { formatList } from "#core/format-list.ts";
import { GLOSSARY } from "../glossary/index.ts";
import { HELP_TOPICS } from "../help/index.ts";
import { chooseSentences } from "../relevance/choose-sentences.ts";
import { RELEVANCE_MIN } from "../relevance/choose-threads.ts";
import { createRater, type RatedThread } from "../relevance/rate.ts";
import { numberSources, type SourceNumbers } from "../text/number-sources.ts";
import { formatQuote, toPlainMarkdown } from "../text/plain-markdown.ts";
import { answerWhich } from "./answer-which.ts";
import {
  findPassages,
  findQuotedSentence,
  isBroadTopic,
  isHelpOn,
  isQuoted,
  isTermQuoted,
  listTopicTerms,
  type PassageSearch,
  type Passages,
  rankThreads,
} from "./find-passages.ts";
import {
  findSources,
  findSourcesForQuestionOrPart,
  isCovered,
  isSelfContained,
  type SourcedQuestion,
} from "./find-sources.ts";
import { createInformationNeed } from "./information-need.ts";
import { parseQuestion } from "./parse-question.ts";
import type { ResolvedQuestion } from "./resolve-question.ts";
import {
  writeAnswer,
  writeDefinition,
  writePassages,
  writeTitle,
  writeUnknown,
  writeWarnings,
} from "./write-answer.ts";

const SHORTER_NOTICE = "I can't rephrase what others wrote, so here is a shorter answer.";
/** Follow-ups that ask whether to buy are answered like this question. */
const RISK_QUESTION = "is it risky?";
const MORE_SENTENCES = { main: 2, comments: 1 };
const MORE_THREADS = 2;
const MORE_TERMS = 2;
/** The minimum fit with which a passage on the current topic answers a question that could also begin a new topic. */
const NEW_QUESTION_FIT_MIN = 0.75;
/** The minimum relevance of a thread that answers a follow-up without being about the current topic. */
const STANDALONE_RELEVANCE_MIN = 0.7;
/** On a broad topic, an already quoted passage is repeated instead of a new one if its fit is this much higher. */
const QUOTED_FIT_LEAD = 0.3;

type FollowUp = ResolvedQuestion & { readonly topic: string };

interface Conversation extends Omit<PassageSearch, "earlierAnswers"> {
  readonly turns: readonly Turn[];
  readonly sources: SourceNumbers;
}

interface Context extends PassageSearch {
  readonly sources: SourceNumbers;
  readonly topic: SourcedQuestion;
}

/**
 * Answers a question in a conversation. Repeats a passage only if the user asks for it by name or wants it shorter, or
 * if no other passage comes closer to an answer.
 */
export function answerFollowUp(followUp: FollowUp, conversation: Conversation): string {
  const { documents, rarity, turns, sources } = conversation;
  const earlierAnswers = turns.map(({ answer }) => answer).join("\n\n");
  const topic = findSourcesForQuestionOrPart(followUp.topic, documents, rarity);
  const context: Context = { documents, rarity, earlierAnswers, sources, topic };
  switch (followUp.form) {
    case "simpler":
      return writeSimpler(context);
    case "source":
      return writeSources(context, turns);
    case "which":
      return answerWhich(followUp.text, followUp.topic, context);
    case "more":
      return writeMore(context) ?? writeNothingMore(context);
    default:
      return [...writeAdviceWarnings(followUp), answerInContext(followUp, context)].join("\n\n");
  }
}

/** The warnings for a follow-up such as "Should I buy some?", which is answered with the topic's risks. */
function writeAdviceWarnings({ text }: FollowUp): string[] {
  const question = parseQuestion(text);
  return question.asksForAdvice && question.terms.length === 0 ? writeWarnings(question) : [];
}

function answerInContext({ text, typed, topic: topicText, form, addition }: FollowUp, context: Context) {
  const { documents, rarity, topic, sources } = context;
  const standalone = findSourcesForQuestionOrPart(text, documents, rarity, typed);
  const write = (sourcedQuestion: SourcedQuestion) =>
    writeAnswer(sourcedQuestion, sources, {
      earlierAnswers: context.earlierAnswers,
      isAddition: addition !== null,
    }) ?? writeUnknown(standalone.question);
  const isAboutTopic =
    form === "about" || (standalone.question.asksForAdvice && standalone.question.terms.length === 0);
  const isUnrelatedHelp =
    isAboutTopic && standalone.chosenSources.lead === "help" && topic.chosenSources.lead !== "help";
  if (
    (isSelfContained(standalone) && !isUnrelatedHelp) ||
    (addition !== null && namesAnotherTerm(standalone, topic))
  )
    return [...(addition === null ? [] : writeWarnings(topic.question)), write(standalone)].join("\n\n");

  const { asksForAdvice } = standalone.question;
  const need = createInformationNeed(asksForAdvice ? RISK_QUESTION : text, topic, rarity);
  const passages = findPassages(topic, need, context);
  const quotedSentence = isAboutTopic ? findQuotedSentence(topic, need, context) : null;
  const isQuotedBetter =
    passages !== null &&
    quotedSentence !== null &&
    isBroadTopic(topic) &&
    quotedSentence.fit >= passages.fit + QUOTED_FIT_LEAD;
  if (passages !== null && !isQuotedBetter && (isAboutTopic || passages.fit >= NEW_QUESTION_FIT_MIN))
    return writeFoundPassages(passages, context);

  const loosePassages =
    isAboutTopic && quotedSentence === null ? findPassages(topic, need, context, { isLoose: true }) : null;
  if (loosePassages !== null) return writeFoundPassages(loosePassages, context);
  if (quotedSentence === null && need.hasSubject) {
    const standaloneWithoutQuoted = omitQuotedSources(standalone, context.earlierAnswers);
    if (isCovered(standaloneWithoutQuoted) && canStandAlone(standalone, { isAboutTopic }))
      return write(standaloneWithoutQuoted);
    const combinedQuestion = omitQuotedSources(
      findCombinedSources(text, topicText, context),
      context.earlierAnswers,
    );
    if (isCovered(combinedQuestion)) return write(combinedQuestion);
  }
  if (quotedSentence !== null) return writeNothingMore(context, { quote: quotedSentence.sentence });
  if (!need.hasSubject && need.aspects.some(({ isOpen }) => isOpen)) {
    const more = writeMore(context, { withRelated: false });
    if (more !== null) return more;
  }
  const [help] = topic.chosenSources.helpTopics;
  const isOnTopic = isAboutTopic && (help === undefined ? !need.hasSubject : isHelpOn(need, help));
  if (isOnTopic && isCovered(topic)) return writeNothingMore(context);
  if (!isAboutTopic && isCovered(standalone)) return writeNothingMore({ ...context, topic: standalone });
  return writeUnknown(standalone.question, isAboutTopic ? topicText : null);
}

/**
 * Whether a follow-up can be answered without the topic. One shared word isn't enough in a conversation about something
 * else, unless the question matches a help topic, or could begin a new topic and matches a glossary term.
 */
function canStandAlone(
  { chosenSources, rater }: SourcedQuestion,
  { isAboutTopic }: { readonly isAboutTopic: boolean },
): boolean {
  if (chosenSources.lead === "help" || (chosenSources.lead === "terms" && !isAboutTopic)) return true;
  const [best] = chosenSources.threads;
  if (isAboutTopic && (best?.relevance ?? 0) < STANDALONE_RELEVANCE_MIN) return false;
  return chosenSources.lead === "threads" && rater.concepts.filter(({ isMinor }) => !isMinor).length > 1;
}

/** Whether the question names another term, like "And Shor's?" after a question about Grover's algorithm. */
function namesAnotherTerm({ question, chosenSources }: SourcedQuestion, topic: SourcedQuestion): boolean {
  const [first] = question.terms;
  return (
    first !== undefined &&
    chosenSources.terms.includes(first.term) &&
    !topic.question.terms.some(({ term }) => term === first.term)
  );
}

/** Treats topic and follow-up as one question. Uses only threads on the topic with a sentence on the follow-up. */
function findCombinedSources(
  text: string,
  topicText: string,
  { documents, rarity, topic }: Context,
): SourcedQuestion {
  const combinedQuestion = findSources(`${topicText} ${text}`, documents, rarity);
  const followUpRater = createRater(text, rarity);
  const threads = combinedQuestion.chosenSources.threads.filter(
    ({ main, comments, sentences }) =>
      sentences.some(({ sentence }) => followUpRater.covers(sentence)) &&
      topic.rater.rate(main, comments).relevance >= RELEVANCE_MIN,
  );
  return {
    ...combinedQuestion,
    chosenSources: { ...combinedQuestion.chosenSources, threads, terms: [], lead: "threads" },
  };
}

const omitQuotedSentences = (thread: RatedThread, earlierAnswers: string): RatedThread => ({
  ...thread,
  sentences: thread.sentences.filter(({ sentence, at }) => at < 0 || !isQuoted(sentence, earlierAnswers)),
});

function omitQuotedSources(sourcedQuestion: SourcedQuestion, earlierAnswers: string): SourcedQuestion {
  const { chosenSources } = sourcedQuestion;
  const threads = chosenSources.threads
    .map((thread) => omitQuotedSentences(thread, earlierAnswers))
    .filter((thread) => chooseSentences(thread, MORE_SENTENCES).length > 0);
  const terms = chosenSources.terms.filter((term) => !isTermQuoted(term, earlierAnswers));
  const helpTopics = chosenSources.helpTopics.filter(({ text }) => !earlierAnswers.includes(text));
  return { ...sourcedQuestion, chosenSources: { ...chosenSources, threads, terms, helpTopics } };
}

function writeFoundPassages({ threads, terms }: Passages, { sources, earlierAnswers }: Context): string {
  return [
    ...threads.map(({ main, sentences }) =>
      writePassages(main, sentences, sources, { isKnown: isTitleQuoted(main, earlierAnswers) }),
    ),
    ...terms.map((term) => writeDefinition(term, false, sources)),
  ].join("\n\n");
}

const isTitleQuoted = (document: SiteDocument, earlierAnswers: string) =>
  earlierAnswers.includes(writeTitle(document));

/** The topic's unquoted terms, then related ones; else passages; else related terms, if `withRelated`; else null. */
function writeMore(context: Context, { withRelated = true } = {}): string | null {
  const { topic, earlierAnswers } = context;
  const unquotedTerms = listTopicTerms(topic).filter((term) => !isTermQuoted(term, earlierAnswers));
  const chosenTerms = unquotedTerms.filter((term) => topic.chosenSources.terms.includes(term));
  const isHelp = topic.chosenSources.lead === "help";
  const threads = rankThreads(topic, context)
    .filter(({ isAboutTopic }) => isAboutTopic && !isHelp)
    .map(({ thread }) => ({
      main: thread.main,
      sentences: chooseSentences(omitQuotedSentences(thread, earlierAnswers), MORE_SENTENCES),
    }))
    .filter(({ sentences }) => sentences.length > 0)
    .slice(0, MORE_THREADS);
  const terms =
    chosenTerms.length > 0 || (threads.length === 0 && withRelated) ? unquotedTerms.slice(0, MORE_TERMS) : [];
  if (threads.length + terms.length === 0) return null;
  return writeFoundPassages({ threads: chosenTerms.length > 0 ? [] : threads, terms, fit: 1 }, context);
}

function writeSimpler(context: Context): string {
  const { topic, sources, earlierAnswers } = context;
  const draft = writeAnswer(topic, numberSources(), { isShort: true });
  if (draft === null) return writeUnknown(topic.question);
  if (earlierAnswers.includes(SHORTER_NOTICE))
    return writeNothingMore(context, { subject: "I can't make it any shorter, and this site" });
  return `${SHORTER_NOTICE}\n\n${writeAnswer(topic, sources, { isShort: true })}`;
}

function writeSources({ topic, sources, documents }: Context, turns: readonly Turn[]): string {
  const lastAnswer = turns.at(-1)?.answer ?? "";
  const citedDocuments = documents.filter(
    (document) => document.kind !== "comment" && isTitleQuoted(document, lastAnswer),
  );
  const isDefined = (name: string) =>
    lastAnswer.includes(`**${name}.**`) || lastAnswer.includes(formatQuote(name));
  const documentsByPath = new Map(citedDocuments.map((document) => [document.path, document]));
  const terms = GLOSSARY.filter(({ name }) => isDefined(name));
  const helpTopics = HELP_TOPICS.filter(({ title }) => isDefined(title));
  const citations = [
    ...Array.from(
      documentsByPath.values(),
      (document) =>
        `${writeTitle(document)} (${toPlainMarkdown(document.attribution)}) ${sources.citeDocument(document)}`,
    ),
    ...terms.map((term) => `the glossary's entry on ${term.name} ${sources.citeTerm(term)}`),
    ...helpTopics.map((help) => `this site's help on “${help.title}” ${sources.citeHelp(help)}`),
  ];
  return citations.length === 0 ? writeUnknown(topic.question) : `That came from ${formatList(citations)}.`;
}

/**
 * Says that there is nothing else, and which source covers the topic. `quote`: the sentence from that source that comes
 * closest to an answer.
 */
function writeNothingMore(
  context: Context,
  { quote = null, subject = "This site" }: { readonly quote?: string | null; readonly subject?: string } = {},
): string {
  const { topic, sources } = context;
  const { threads, terms, helpTopics, lead } = topic.chosenSources;
  const [citedThread] = rankThreads(topic, context).filter(({ citedRank }) => citedRank !== null);
  const thread = citedThread?.thread.main ?? threads[0]?.main;
  const [term] = terms;
  const [help] = helpTopics;
  const write = (source: string, citation: string) =>
    quote === null
      ? `${subject} has nothing on this beyond ${source} ${citation}.`
      : `I found nothing else on this. The closest passage is in ${source}: ${formatQuote(quote)} ${citation}`;
  if (help !== undefined) return write(`the help topic ${formatQuote(help.title)}`, sources.citeHelp(help));
  const prefersThread =
    quote !== null && term !== undefined
      ? !term.text.includes(quote)
      : lead !== "terms" || term === undefined;
  if (prefersThread && thread !== undefined) return write(writeTitle(thread), sources.citeDocument(thread));
  if (term !== undefined)
    return write(`the glossary entry on ${formatQuote(term.name)}`, sources.citeTerm(term));
  return writeUnknown(topic.question);
}
