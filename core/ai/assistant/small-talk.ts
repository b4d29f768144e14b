import { GLOSSARY } from "#core/ai/glossary/index.ts";
import type { QuestionKind } from "./read-question.ts";

const WHAT_I_DO = `I explain ${GLOSSARY.length} terms of crypto, AI and quantum technology from a written glossary, and quote what this site's articles and posts say, with the sources.`;

/** What can be asked, with examples that have an answer. */
export const WHAT_TO_ASK =
  "Ask, for example: “What is staking?”, “What is the difference between a hot wallet and cold storage?”, “Why does post-quantum cryptography matter?” or “Kinds of qubit”.";

/** A line for what is no question; null for a question. */
export function answerSmallTalk(kind: QuestionKind): string | null {
  if (kind === "greeting") return `Hello. ${WHAT_I_DO} ${WHAT_TO_ASK}`;
  if (kind === "thanks") return "You are welcome. Ask on whenever you like.";
  if (kind === "farewell") return "Goodbye, and take care of your keys.";
  if (kind === "about") {
    return `I am not a language model: I look things up. ${WHAT_I_DO} Where I find nothing I say so.\n\n${WHAT_TO_ASK}`;
  }
  return null;
}
