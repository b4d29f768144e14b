import { describeTooLong, INPUT_LIMIT } from "#core/ai/limits.ts";
import { isNetworkError } from "#web/router/connection.ts";
import { UNREACHABLE } from "#web/ui/cancel-if-offline.ts";

/** Messages from sections 5 and 8 of the specification, word for word. */
export const AI_MESSAGES = {
  emptyInput: "Please enter some text to analyze",
  rateLimited: "Rate limits exceeded. Please try again later.",
  paymentRequired: "Payment required. Please add funds to your AI provider workspace.",
  unreachable: "Failed to connect to AI service",
  noBody: "No response body received",
  unknown: "Unknown error occurred",
  failed: "Failed to process your request",
  /** Shown when a stream ended early. The specification doesn't have this message. */
  cutOff: "The answer was cut off.",
} as const;

export const AI_SUCCESS = {
  title: "Analysis Complete",
  description: "AI-powered analysis generated successfully",
} as const;

export function getStatusMessage(status: number, error: unknown): string {
  if (status === 429) return AI_MESSAGES.rateLimited;
  if (status === 402) return AI_MESSAGES.paymentRequired;
  return typeof error === "string" && error.trim() !== "" ? error : AI_MESSAGES.unreachable;
}

export function getErrorMessage(error: unknown): string {
  if (isNetworkError(error)) return UNREACHABLE.message;
  return (error instanceof Error && error.message) || AI_MESSAGES.unknown;
}

export function findInputProblem(input: string): string | null {
  if (input.trim() === "") return AI_MESSAGES.emptyInput;
  return input.length <= INPUT_LIMIT ? null : describeTooLong(input.length);
}
