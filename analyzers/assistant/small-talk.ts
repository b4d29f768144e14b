import { GLOSSARY } from "../glossary/index.ts";
import type { QuestionKind } from "./parse-question.ts";

const WHAT_I_DO = `I can explain ${GLOSSARY.length} terms from crypto, AI and quantum technology, and quote this site's articles and posts with their sources.`;

/** Sample questions, all of which the glossary can answer. */
export const WHAT_TO_ASK =
  "You could ask: “What is staking?”, “What is the difference between a hot wallet and cold storage?”, “Why does post-quantum cryptography matter?” or “What kinds of qubits are there?”.";

/** The answer to small talk; null for a question. */
export function answerSmallTalk(kind: QuestionKind): string | null {
  if (kind === "greeting") return `Hello! ${WHAT_I_DO} ${WHAT_TO_ASK}`;
  if (kind === "thanks") return "You're welcome. Feel free to ask me anything else.";
  if (kind === "farewell") return "Goodbye, and keep your keys safe.";
  if (kind === "about") {
    return `I'm not a language model. I look things up in a glossary and on this site. ${WHAT_I_DO} If I don't find anything, I'll say so.\n\n${WHAT_TO_ASK}`;
  }
  return null;
}
