import { createHash } from "node:crypto";
import { NOTHING_MORE } from "#analyzers/assistant/nothing-more.ts";
import type { Analysis } from "#core/ai/analysis.ts";
import { CONVERSATIONS } from "./conversation-texts.fixture.ts";
import { isAccepted, labelSources } from "./measure.fixture.ts";

export interface LabeledConversation {
  readonly questions: readonly string[];
  readonly acceptedLabels: readonly string[];
}

export const LABELED_CONVERSATIONS: readonly LabeledConversation[] = CONVERSATIONS.trim()
  .split("\n")
  .map((line) => {
    const [questions = "", labels = ""] = line.split(" | ");
    return {
      questions: questions.split(" >> "),
      acceptedLabels: labels.split("; ").map((label) => label.trim()),
    };
  });

const VERDICTS = ["right", "wrong", "correctly declined", "wrongly declined"] as const;
export interface ConversationOutcome {
  readonly conversation: LabeledConversation;
  readonly verdict: (typeof VERDICTS)[number];
  /** A short explanation for the list of mistakes. */
  readonly reason: string;
  readonly answers: readonly string[];
}

/** Half of the conversations, selected by hash, are held out while the rules are tuned. */
export function isHeldOutConversation({ questions }: LabeledConversation): boolean {
  const hash = createHash("sha256").update(questions.join(" >> ")).digest();
  return (hash[0] ?? 0) % 2 === 0;
}

/** Compares the last answer with the labels and with the answers before it. */
export function judgeConversation(
  conversation: LabeledConversation,
  earlierAnswers: readonly string[],
  lastAnswer: Pick<Analysis, "sources" | "markdown">,
): ConversationOutcome {
  const { acceptedLabels } = conversation;
  const [firstLabel = ""] = labelSources(lastAnswer);
  const name = firstLabel.replace(/^\w+:/, "");
  const decide = (verdict: ConversationOutcome["verdict"], reason: string) => ({
    conversation,
    verdict,
    reason,
    answers: [...earlierAnswers, lastAnswer.markdown],
  });
  const isAllowed = (label: string) => acceptedLabels.includes(label);
  if (NOTHING_MORE.test(lastAnswer.markdown)) {
    if (isAllowed("=")) return decide("correctly declined", "");
    // After a change of topic, "nothing more" means that the assistant is still on the old topic.
    return acceptedLabels.every((label) => label === "-")
      ? decide("wrong", `answered with “${name}”, the old topic`)
      : decide("wrongly declined", "nothing more found");
  }
  if (firstLabel === "")
    return isAllowed("-") || isAllowed("=")
      ? decide("correctly declined", "")
      : decide("wrongly declined", "not answered");
  const isAcceptedSource = isAccepted(
    { acceptedLabels: acceptedLabels.map((label) => label.replace("~", "")) },
    firstLabel,
  );
  if (isAccepted({ acceptedLabels }, firstLabel))
    return hasNewPassage(lastAnswer.markdown, earlierAnswers)
      ? decide("right", "")
      : decide("wrong", `repeats “${name}”`);
  return isAcceptedSource && acceptedLabels.some((label) => label.startsWith("~"))
    ? decide("right", "")
    : decide("wrong", `answered from “${name}”`);
}

/** Whether the answer has a quote or definition that no earlier answer has. */
function hasNewPassage(markdown: string, earlierAnswers: readonly string[]): boolean {
  const passages = [...markdown.matchAll(/“[^”]{20,}”|\*\*[^*]+\*\* [^\n]{20,}/g)].map(([text]) =>
    text.replace(/ \[\d+\].*$/, ""),
  );
  return passages.some((passage) => !earlierAnswers.some((answer) => answer.includes(passage)));
}

export function writeConversationResults(outcomes: readonly ConversationOutcome[]): string {
  const rows = [false, true].map((isHeldOutPart) => {
    const part = outcomes.filter(({ conversation }) => isHeldOutConversation(conversation) === isHeldOutPart);
    const counts = VERDICTS.map((verdict) => part.filter((outcome) => outcome.verdict === verdict).length);
    return `| ${isHeldOutPart ? "held out" : "tuning"} | ${part.length} | ${counts.join(" | ")} |`;
  });
  return [
    "| Part | Conversations | Right | Wrong | Correctly declined | Wrongly declined |",
    "|---|---:|---:|---:|---:|---:|",
    ...rows,
  ].join("\n");
}

export function writeConversationMistakes(outcomes: readonly ConversationOutcome[]): string {
  return outcomes
    .filter(({ verdict }) => verdict === "wrong" || verdict === "wrongly declined")
    .map(({ conversation, reason }) => {
      const part = isHeldOutConversation(conversation) ? ", held out" : "";
      return `- “${conversation.questions.join(" → ")}”${part}: ${reason}`;
    })
    .join("\n");
}
