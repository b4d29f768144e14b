import { DEFAULT_MODEL } from "#core/ai/limits.ts";
import { getModelLabel } from "#core/ai/model-label.ts";

/** The specification's offer: one model is free until the end of `lastDay`. */
const OFFER = {
  model: DEFAULT_MODEL,
  lastDay: "2025-10-06",
  text: "Free until Oct 6, 2025",
} as const;

export const ANALYZERS_HINT = "Answers come from this site's built-in analyzers. No AI model is used.";

/** Names the model in one line, or the built-in analyzers if `model` is null. `today` is YYYY-MM-DD. */
export function getProviderHint(model: string | null, today: string): string {
  if (model === null) return ANALYZERS_HINT;
  const offerText = model === OFFER.model && today <= OFFER.lastDay ? ` • ${OFFER.text}` : "";
  return `Powered by ${getModelLabel(model)}${offerText}`;
}
