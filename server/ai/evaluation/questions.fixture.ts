import { BRIEF_REQUESTS, QUESTION_SETS } from "./question-texts.fixture.ts";

export interface LabeledQuestion {
  readonly set: string;
  /** Earlier questions of the conversation, oldest first. */
  readonly earlierQuestions: readonly string[];
  readonly question: string;
  readonly acceptedLabels: readonly string[];
}

function parseQuestions(set: string, lines: string): LabeledQuestion[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [conversation = "", labels = ""] = line.split(" | ");
      const questions = conversation.split(" >> ");
      return {
        set,
        earlierQuestions: questions.slice(0, -1),
        question: questions.at(-1) ?? "",
        acceptedLabels: labels.split("; ").map((label) => label.trim()),
      };
    });
}

export const LABELED_QUESTIONS: readonly LabeledQuestion[] = Object.entries(QUESTION_SETS).flatMap(
  ([set, lines]) => parseQuestions(set, lines),
);
export const LABELED_BRIEFS: readonly LabeledQuestion[] = parseQuestions("brief", BRIEF_REQUESTS);
