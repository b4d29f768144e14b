import type { ToolCall } from "../read-call.ts";
import { createSecretFilter } from "./hide-secret.ts";

const DETAIL_LENGTH_MAX = 200;
/** Enough to recognize a key that the provider has masked in part. */
const KEY_PIECE_LENGTH = 6;
/** Shorter pieces of an input may be ordinary words. */
const INPUT_PIECE_LENGTH = 20;
/** Shorter keys and inputs, such as "hi", occur in messages by chance. */
const SOURCE_LENGTH_MIN = 8;

/** The provider's message for the log, or null if there is none or it repeats a part of the key or the conversation. */
export function toLoggedDetail(
  detail: string | null,
  apiKey: string | null,
  { input, turns }: Pick<ToolCall, "input" | "turns">,
): string | null {
  const filter = createSecretFilter(apiKey);
  const detailText = (detail ?? "").slice(0, 5 * DETAIL_LENGTH_MAX).toWellFormed();
  const text = (filter.push(detailText) + filter.end())
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, DETAIL_LENGTH_MAX);
  const inputs = [input, ...turns.flatMap(({ question, answer }) => [question, answer])];
  const repeatsText =
    repeatsPiece(text, apiKey ?? "", KEY_PIECE_LENGTH) ||
    inputs.some((source) => repeatsPiece(text, source, INPUT_PIECE_LENGTH));
  return text === "" || repeatsText ? null : text;
}

function repeatsPiece(text: string, source: string, pieceLength: number): boolean {
  if (source.length < SOURCE_LENGTH_MIN) return false;
  const length = Math.min(pieceLength, source.length);
  for (let start = 0; start + length <= text.length; start += 1)
    if (source.includes(text.slice(start, start + length))) return true;
  return false;
}
