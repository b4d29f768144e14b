/** What the screen says of a call, word for word (specification, sections 5 and 8). */
export const AI_WORDS = {
  empty: "Please enter some text to analyze",
  tooMany: "Rate limits exceeded. Please try again later.",
  payment: "Payment required. Please add funds to your AI provider workspace.",
  unreachable: "Failed to connect to AI service",
  noBody: "No response body received",
  unknown: "Unknown error occurred",
  outer: "Failed to process your request",
  /** Not the specification's: an answer that was cut off. */
  cutOff: "The answer was cut off before its end.",
} as const;

export const AI_SUCCESS = {
  title: "Analysis Complete",
  description: "AI-powered analysis generated successfully",
} as const;

/** What an answer of another status than 200 says: its words for the two that have some, else its error field. */
export function wordsOfStatus(status: number, error: unknown): string {
  if (status === 429) return AI_WORDS.tooMany;
  if (status === 402) return AI_WORDS.payment;
  return typeof error === "string" && error.trim() !== "" ? error : AI_WORDS.unreachable;
}

export function wordsOfError(error: unknown): string {
  return (error instanceof Error && error.message) || AI_WORDS.unknown;
}

/** Why an input cannot be sent; null when it can. */
export function findInputProblem(input: string, limit: number): string | null {
  if (input.trim() === "") return AI_WORDS.empty;
  if (input.length <= limit) return null;
  const [has, may] = [input.length, limit].map((count) => count.toLocaleString("en"));
  return `This is ${has} characters long; at most ${may} can be analyzed at once.`;
}
