import type { Analysis, SiteDocument } from "#core/ai/analysis.ts";
import type { Turn } from "#core/ai/tools.ts";
import type { Rarity } from "../relevance/rate.ts";
import { numberSources } from "../text/number-sources.ts";
import { answerFollowUp } from "./answer-follow-up.ts";
import { findSourcesForQuestionOrPart } from "./find-sources.ts";
import { parseQuestion } from "./parse-question.ts";
import { resolveQuestion } from "./resolve-question.ts";
import { answerSmallTalk } from "./small-talk.ts";
import { writeAnswer, writeUnknown } from "./write-answer.ts";

/**
 * Answers a question from this site's help, glossary, posts, comments and articles, the most relevant source first.
 * `turns`: the conversation so far, oldest first.
 */
export function answerQuestion(
  input: string,
  documents: readonly SiteDocument[],
  { rarity = {}, turns = [] }: { readonly rarity?: Rarity; readonly turns?: readonly Turn[] } = {},
): Analysis {
  const sources = numberSources();
  const resolvedQuestion = resolveQuestion(input, turns);
  const { text, typed, topic } = resolvedQuestion;
  const write = () => {
    if (topic !== null)
      return answerFollowUp({ ...resolvedQuestion, topic }, { documents, rarity, turns, sources });
    const sourcedQuestion = findSourcesForQuestionOrPart(text, documents, rarity, typed);
    return writeAnswer(sourcedQuestion, sources) ?? writeUnknown(sourcedQuestion.question);
  };
  const markdown = answerSmallTalk(parseQuestion(text).kind) ?? write();
  return { tool: "chatbot", markdown, sources: sources.list(), chart: null, findings: [] };
}
