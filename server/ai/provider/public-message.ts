import { ChatError } from "../chat-errors.ts";
import type { ProviderFailure } from "./provider-failure.ts";

/**
 * Converts a failure to the error for the client (specification, section 8). The provider's own message is only logged:
 * it speaks to the operator, and may repeat what should stay private.
 */
export function toPublicFailure(failure: ProviderFailure): ChatError {
  return new ChatError(selectCode(failure), { cause: failure });
}

function selectCode({ kind, status }: ProviderFailure) {
  if (status === 429) return "rate_limited";
  if (status === 402) return "payment_required";
  if (kind === "unanswered") return "provider_unanswered";
  if (kind === "timeout" || status === 408) return "provider_timeout";
  if (status === null || status < 400 || status >= 500) return "provider_failed";
  // A wrong key, URL, model or proxy concerns only the operator.
  return [401, 403, 404, 407].includes(status) ? "provider_misconfigured" : "provider_refused";
}
