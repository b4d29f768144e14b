import { createHash } from "node:crypto";
import { GLOSSARY } from "#analyzers/glossary/index.ts";
import { HELP_TOPICS } from "#analyzers/help/index.ts";
import type { Analysis } from "#core/ai/analysis.ts";
import type { LabeledQuestion } from "./questions.fixture.ts";

/** One question with the sources that its answer cited first. */
export interface Outcome {
  readonly labeledQuestion: LabeledQuestion;
  /** At most three labels, in citation order. Empty: the tool declined. */
  readonly citedLabels: readonly string[];
  readonly verdict: "right" | "declined" | "missed" | "wrong";
  readonly markdown: string;
}

export interface Figures {
  readonly questionCount: number;
  readonly answerCount: number;
  /** The share of answers with an acceptable first source. */
  readonly precisionAt1: number;
  /** The share of acceptable sources among the first three of each answer. */
  readonly precisionAt3: number;
  /** The share of questions with a wrong answer: the tool should have declined, or the first source is unrelated. */
  readonly wrongRate: number;
  /** The share of all questions that have an answer on the site but weren't answered. */
  readonly missedRate: number;
}

/** A third of the questions, selected by hash, are held out while the rules are tuned. */
export function isHeldOut({ earlierQuestions, question }: LabeledQuestion): boolean {
  const hash = createHash("sha256")
    .update([...earlierQuestions, question].join(" >> "))
    .digest();
  return (hash[0] ?? 0) % 3 === 0;
}

/** Compares an answer's sources with the labels. */
export function judge(
  labeledQuestion: LabeledQuestion,
  analysis: Pick<Analysis, "sources" | "markdown">,
): Outcome {
  const firstLabels = labelSources(analysis).slice(0, 3);
  const mayDecline = labeledQuestion.acceptedLabels.includes("-");
  const verdict =
    firstLabels.length === 0
      ? mayDecline
        ? "declined"
        : "missed"
      : isAccepted(labeledQuestion, firstLabels[0] ?? "")
        ? "right"
        : "wrong";
  return { labeledQuestion, citedLabels: firstLabels, verdict, markdown: analysis.markdown };
}

/** Returns the labels of an answer's sources, in citation order. */
export function labelSources({ sources }: Pick<Analysis, "sources">): string[] {
  const sortedSources = [...sources].sort((a, b) => a.number - b.number);
  return [
    ...new Set(sortedSources.map(({ path, title, attribution }) => labelSource(path, title, attribution))),
  ];
}

function labelSource(path: string | null, title: string, attribution: string): string {
  if (path?.startsWith("/news/")) return `article:${title.replace(/^Sample: /, "")}`;
  if (attribution === "Help") return `help:${HELP_TOPICS.find((topic) => topic.title === title)?.id}`;
  if (path?.startsWith("/forum/")) return `post:${title}`;
  if (attribution === "Glossary") return `term:${GLOSSARY.find(({ name }) => name === title)?.id}`;
  return `other:${title}`;
}

export function isAccepted(
  { acceptedLabels }: Pick<LabeledQuestion, "acceptedLabels">,
  citedLabel: string,
): boolean {
  // Labels of posts and articles give the beginning of the title; all others give an ID.
  return acceptedLabels.some((label) =>
    /^(?:post|article):/.test(label) ? citedLabel.startsWith(label) : citedLabel === label,
  );
}

export function summarize(outcomes: readonly Outcome[]): Figures {
  const answers = outcomes.filter(({ citedLabels }) => citedLabels.length > 0);
  const share = (count: number, total: number) => (total === 0 ? 1 : count / total);
  const count = (verdict: Outcome["verdict"]) =>
    outcomes.filter((outcome) => outcome.verdict === verdict).length;
  const shares = answers.map(
    ({ labeledQuestion, citedLabels }) =>
      citedLabels.filter((label) => isAccepted(labeledQuestion, label)).length / citedLabels.length,
  );
  return {
    questionCount: outcomes.length,
    answerCount: answers.length,
    precisionAt1: share(count("right"), answers.length),
    precisionAt3: share(
      shares.reduce((sum, value) => sum + value, 0),
      answers.length,
    ),
    wrongRate: share(count("wrong"), outcomes.length),
    missedRate: share(count("missed"), outcomes.length),
  };
}

const SET_NAMES: Readonly<Record<string, string>> = {
  title: "titles of posts and articles",
  onTopic: "covered by the site",
  nearTopic: "close to its topics, mostly not covered",
  offTopic: "unrelated to the site",
  help: "on how the site works",
  followUp: "follow-ups",
  brief: "requests for a brief",
};

/** Formats the table of results. Each set has two rows: the part that was used for tuning, and the held-out part. */
export function writeResults(
  questionOutcomes: readonly Outcome[],
  briefOutcomes: readonly Outcome[],
): string {
  const rows = [
    ...new Set([...questionOutcomes, ...briefOutcomes].map(({ labeledQuestion }) => labeledQuestion.set)),
  ].flatMap((set) =>
    writeRows(
      SET_NAMES[set] ?? set,
      [...questionOutcomes, ...briefOutcomes].filter(({ labeledQuestion }) => labeledQuestion.set === set),
    ),
  );
  return [
    "| Questions | Part | Count | Answered | Precision at 1 | at 3 | Wrong | Missed |",
    "|---|---|---:|---:|---:|---:|---:|---:|",
    ...writeRows("**all questions**", questionOutcomes),
    ...rows,
  ].join("\n");
}

function writeRows(name: string, outcomes: readonly Outcome[]): string[] {
  return [false, true].map((isHeldOutPart) => {
    const figures = summarize(
      outcomes.filter(({ labeledQuestion }) => isHeldOut(labeledQuestion) === isHeldOutPart),
    );
    const { questionCount, answerCount, precisionAt1, precisionAt3, wrongRate, missedRate } = figures;
    const shares = [
      answerCount === 0 ? null : precisionAt1,
      answerCount === 0 ? null : precisionAt3,
      wrongRate,
      missedRate,
    ];
    const cells = shares.map((share) => (share === null ? "–" : `${(100 * share).toFixed(0)}%`));
    return `| ${name} | ${isHeldOutPart ? "held out" : "tuning"} | ${questionCount} | ${answerCount} | ${cells.join(" | ")} |`;
  });
}

export function writeMistakes(outcomes: readonly Outcome[]): string {
  return outcomes
    .filter(({ verdict }) => verdict === "wrong" || verdict === "missed")
    .map(({ labeledQuestion, verdict, citedLabels }) => {
      const questionText = [...labeledQuestion.earlierQuestions, labeledQuestion.question].join(" → ");
      const part = isHeldOut(labeledQuestion) ? ", held out" : "";
      const firstTitle = (citedLabels[0] ?? "").replace(/^\w+:/, "");
      return `- “${questionText}”${part}: ${verdict === "missed" ? "not answered" : `answered from “${firstTitle}”`}`;
    })
    .join("\n");
}
