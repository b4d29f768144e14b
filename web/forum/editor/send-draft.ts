import type { RawPostInput } from "#core/forum/post-input.ts";
import type { Refusal } from "#web/operation.ts";
import type { SaveAnswer } from "./draft-saver.ts";
import { refreshSession } from "./refresh-session.ts";

/** What /create/drafts answers to a saving. */
export type DraftAnswer =
  | { readonly ok: true; readonly id: string; readonly savedAt: string }
  | { readonly ok: false; readonly refusal: Refusal };

/** What a browser lets a page send while it goes away, with room for the form's own lines. */
const KEEPALIVE_BYTES = 60_000;

export const KEPT_HERE = "Your words are kept in this browser.";

/** One saving over the network; never rejects. */
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
    return { ok: false, code: "unreachable", message: `the server cannot be reached. ${KEPT_HERE}` };
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
  if (code === "not_signed_in") return { ok: false, code, message: `you are signed out. ${KEPT_HERE}` };
  return { ok: false, code, message };
}
