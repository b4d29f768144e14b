import { ChatError } from "../chat-errors.ts";
import type { ProviderFailure } from "./provider-failure.ts";

const MESSAGE_LENGTH_MAX = 200;

/** A provider's message must not mention keys, accounts, hosts, email or IP addresses, paths, code or system errors. */
const PRIVATE_PATTERNS = [
  /\bkeys?\b|api[_-]?key|\bsk-|bearer|authori[sz]|authenti|credential|secret|password|account|organi[sz]ation|\borg-|billing/i,
  /:\/\/|\bwww\.|@|\blocalhost\b|\.(?:internal|local|lan|svc)\b/i,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[\da-f]{0,4}(?::[\da-f]{0,4}){2,}|:\d{2,5}\b/i,
  /(?:^|[\s"'(])(?:[/\\]|[a-z]:\\|\.{1,2}\/)\S/i,
  /\b(?:[a-z][\w-]*\.)+(?:com|net|org|io|ai|dev|cloud|app|co)\b/i,
  /[<>{}`]|\bat \S+ \(|traceback|\bE[A-Z]{4,}\b|errno/i,
  // Too long for a word: an ID, a hash or part of a token.
  /[\w-]{25,}/,
];

/** Converts a failure to the error for the client (specification, section 8), which never contains `secrets`. */
export function toPublicFailure(failure: ProviderFailure, secrets: readonly string[]): ChatError {
  if (failure.status === 429) return new ChatError("rate_limited", { cause: failure });
  if (failure.status === 402) return new ChatError("payment_required", { cause: failure });
  // A wrong key, URL or proxy concerns only the operator.
  const isForOperator = failure.status !== null && [401, 403, 404, 407].includes(failure.status);
  const publicMessage = isForOperator ? null : toPublicMessage(failure.detail, secrets);
  return new ChatError(failure.kind === "timeout" ? "provider_timeout" : "provider_failed", {
    ...(publicMessage !== null && { message: publicMessage }),
    cause: failure,
  });
}

function toPublicMessage(detail: string | null, secrets: readonly string[]): string | null {
  const text = (detail ?? "")
    .toWellFormed()
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
  if (text === "" || text.length > MESSAGE_LENGTH_MAX || !/\p{L}{2}/u.test(text)) return null;
  if (PRIVATE_PATTERNS.some((pattern) => pattern.test(text))) return null;
  return secrets.some((secret) => leaksSecret(text, secret)) ? null : text;
}

/** Whether any six consecutive characters of the secret occur in the text, in case the rest is masked. */
function leaksSecret(text: string, secret: string): boolean {
  const size = Math.min(6, secret.length);
  for (let start = 0; start + size <= secret.length; start += 1)
    if (text.includes(secret.slice(start, start + size))) return true;
  return false;
}
