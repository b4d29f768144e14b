import { data, type RouterContextProvider, redirect } from "react-router";
import type { Notice } from "#core/notices.ts";
import { isScriptRequest } from "#web/forms/script-request.ts";
import { getTextField } from "#web/forms/text-field.ts";
import { attempt, type Refusal } from "#web/operation.ts";
import { createNoticeCookie } from "#web/page/notice.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import { getForm } from "#web/server-context.ts";
import { HISTORY_PATH } from "./history-href.ts";

/** The response to a change, for scripts. */
export type HistoryChange = { readonly notice: Notice } | { readonly refusal: Refusal };

const NOTICES = {
  "save-on": "history-on",
  "save-off": "history-off",
  rename: "conversation-renamed",
  delete: "conversation-deleted",
  "delete-all": "history-deleted",
} as const satisfies Record<string, Notice>;

/** Switches the history on or off, and renames and deletes conversations. Without scripts, returns to the page. */
export async function changeHistory(request: Request, context: Readonly<RouterContextProvider>) {
  const form = getForm(context);
  const intent = getTextField(form, "intent");
  if (!Object.hasOwn(NOTICES, intent)) throw data(null, { status: 400 });
  const notice = NOTICES[intent as keyof typeof NOTICES];
  const id = getTextField(form, "id");
  const result = await attempt(context, ({ ai: { history } }, viewer) => {
    if (intent === "rename") return history.renameConversation(viewer, id, getTextField(form, "title"));
    if (intent === "delete") return history.deleteConversation(viewer, id);
    if (intent === "delete-all") return history.deleteConversations(viewer);
    return history.setSaving(viewer, intent === "save-on");
  });
  if (isScriptRequest(request))
    return result.ok
      ? ({ notice } satisfies HistoryChange)
      : data({ refusal: result.refusal } satisfies HistoryChange, { status: result.status });
  const path = intent === "rename" ? HISTORY_PATH : getReferrerPath(request, HISTORY_PATH);
  throw redirect(path, {
    headers: { "Set-Cookie": createNoticeCookie(result.ok ? notice : result.refusal.code) },
  });
}
