/**
 * These limits aren't in the file with the request schema (chat-stream.ts), so that pages and the analyzers' threads
 * don't load the validation code.
 */

/** The maximum input length in characters: a contract of about 2,000 lines. */
export const INPUT_LIMIT = 60_000;

export function describeTooLong(length: number): string {
  const [max, given] = [INPUT_LIMIT, length].map((count) => count.toLocaleString("en"));
  return `Enter at most ${max} characters. This text has ${given}.`;
}

/** The model that the specification's clients request (section 9). With it, all configured models are tried in order. */
export const DEFAULT_MODEL = "google/gemini-2.5-flash";

export const MODEL_UNAVAILABLE = "This model is not available here.";

/** Shown by the page and returned by the chat function while the tools are turned off. */
export const TOOLS_OFF = "The AI tools are turned off on this site.";
