import type { RawPostInput } from "#core/forum/post-input.ts";
import type { Refusal } from "#web/operation.ts";
import type { SaveAnswer } from "./draft-saver.ts";
import { refreshSession } from "./refresh-session.ts";

/** The response of /create/drafts. */
export type DraftAnswer =
  | { readonly ok: true; readonly id: string; readonly savedAt: string }
  | { readonly ok: false; readonly refusal: Refusal };

/** Browsers limit keepalive requests to 64 KiB; this leaves room for the other form fields. */
const KEEPALIVE_BYTES = 60_000;

export const STORED_LOCALLY = "Your text is stored in this browser.";

/** Sends one save; never rejects. */
export async function sendDraft(
  words: RawPostInput,
  ids: { readonly draftId: string; readonly requestId: string },
  leaving: boolean,
): Promise<SaveAnswer> {
  try {
    const answer = await post(words, ids, leaving);
    if (answer.ok || answer.code !== "not_signed_in" || leaving) return answer;
    return (await refreshSession()) ? await post(words, ids, false) : answer;
  } catch {
    return { ok: false, code: "unreachable", message: `we can't reach the server. ${STORED_LOCALLY}` };
  }
}

async function post(
  words: RawPostInput,
  ids: { readonly draftId: string; readonly requestId: string },
  leaving: boolean,
): Promise<SaveAnswer> {
  const body = new FormData();
  for (const name of ["title", "content", "category"] as const) body.set(name, words[name]);
  for (const tag of words.tags) body.append("tags", tag);
  body.set("draftId", ids.draftId);
  body.set("requestId", ids.requestId);
  const response = await fetch("/create/drafts", {
    method: "POST",
    body,
    headers: { Accept: "application/json" },
    keepalive: leaving && new Blob([words.content, words.title]).size < KEEPALIVE_BYTES,
  });
  const answer = (await response.json()) as DraftAnswer;
  if (answer.ok) return answer;
  const { code, message } = answer.refusal;
  if (code === "not_signed_in") return { ok: false, code, message: `you're signed out. ${STORED_LOCALLY}` };
  return { ok: false, code, message };
}
