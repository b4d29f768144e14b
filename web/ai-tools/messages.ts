/** Messages from the specification, word for word (sections 5 and 8). */
export const AI_MESSAGES = {
  empty: "Please enter some text to analyze",
  tooMany: "Rate limits exceeded. Please try again later.",
  payment: "Payment required. Please add funds to your AI provider workspace.",
  unreachable: "Failed to connect to AI service",
  noBody: "No response body received",
  unknown: "Unknown error occurred",
  outer: "Failed to process your request",
  /** Not from the specification: a stream that ended early. */
  cutOff: "The answer was cut off.",
} as const;

export const AI_SUCCESS = {
  title: "Analysis Complete",
  description: "AI-powered analysis generated successfully",
} as const;

/** The message for a status other than 200: fixed for two of them, otherwise the response's error field. */
export function getStatusMessage(status: number, error: unknown): string {
  if (status === 429) return AI_MESSAGES.tooMany;
  if (status === 402) return AI_MESSAGES.payment;
  return typeof error === "string" && error.trim() !== "" ? error : AI_MESSAGES.unreachable;
}

export function getErrorMessage(error: unknown): string {
  return (error instanceof Error && error.message) || AI_MESSAGES.unknown;
}

/** Why an input can't be sent; null if it can. */
export function findInputProblem(input: string, limit: number): string | null {
  if (input.trim() === "") return AI_MESSAGES.empty;
  if (input.length <= limit) return null;
  const [has, may] = [input.length, limit].map((count) => count.toLocaleString("en"));
  return `This is ${has} characters long; at most ${may} can be analyzed at once.`;
}
