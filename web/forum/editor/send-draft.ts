import type { RawPostInput } from "#core/forum/post-input.ts";
import { refreshSession } from "#web/session/refresh-session.ts";
import type { SaveResult } from "./draft-saver.ts";

/** Browsers limit keepalive requests to 64 KiB; this leaves room for the other form fields. */
const KEEPALIVE_BYTES_MAX = 60_000;

export const STORED_LOCALLY = "Your text is stored in this browser.";

/** Saves a draft on the server; never rejects. Refreshes an expired session, unless the user is leaving the page. */
export async function sendDraft(
  input: RawPostInput,
  ids: { readonly draftId: string; readonly requestId: string },
  isLeaving: boolean,
): Promise<SaveResult> {
  try {
    const result = await postDraft(input, ids, isLeaving);
    if (result.ok || result.code !== "not_signed_in" || isLeaving) return result;
    return (await refreshSession()) ? await postDraft(input, ids, false) : result;
  } catch {
    return { ok: false, code: "unreachable", message: `We can't reach the server. ${STORED_LOCALLY}` };
  }
}

async function postDraft(
  input: RawPostInput,
  ids: { readonly draftId: string; readonly requestId: string },
  isLeaving: boolean,
): Promise<SaveResult> {
  const body = new FormData();
  for (const name of ["title", "content", "category"] as const) body.set(name, input[name]);
  for (const tag of input.tags) body.append("tags", tag);
  body.set("draftId", ids.draftId);
  body.set("requestId", ids.requestId);
  const response = await fetch("/create/drafts", {
    method: "POST",
    body,
    headers: { Accept: "application/json" },
    keepalive: isLeaving && new Blob([input.content, input.title]).size < KEEPALIVE_BYTES_MAX,
  });
  const { id, savedAt, code, message } = await response.json();
  if (response.ok) return { ok: true, id, savedAt };
  if (!code) throw new Error(`Not a refusal: ${response.status}`);
  if (code === "not_signed_in") return { ok: false, code, message: `You're signed out. ${STORED_LOCALLY}` };
  return { ok: false, code, message };
}
