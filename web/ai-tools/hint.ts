import { DEFAULT_MODEL } from "#core/ai/limits.ts";
import { modelLabel } from "#core/ai/model-label.ts";

/** The specification's offer: one model, until the end of one day. */
const PROMOTION = {
  model: DEFAULT_MODEL,
  lastDay: "2025-10-06",
  words: "Free until Oct 6, 2025",
} as const;

/** Shown if no model is configured. */
export const ANALYSTS_HINT = "Answered by this site's built-in analysts. No AI model is used.";

/** Who answers, in one line. `model` as configured, null for the analysts; `today` is YYYY-MM-DD. */
export function getProviderHint(model: string | null, today: string): string {
  if (model === null) return ANALYSTS_HINT;
  const offer = model === PROMOTION.model && today <= PROMOTION.lastDay ? ` • ${PROMOTION.words}` : "";
  return `Powered by ${modelLabel(model)}${offer}`;
}
