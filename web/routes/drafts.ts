import { redirect } from "react-router";
import { isScriptRequest } from "#web/forms/script-request.ts";
import { parsePostForm } from "#web/forum/editor/post-form.ts";
import type { DraftResult } from "#web/forum/editor/send-draft.ts";
import { attempt } from "#web/operation.ts";
import { createNoticeCookie } from "#web/page/notice.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import { getForm } from "#web/server-context.ts";
import type { Route } from "./+types/drafts";

/** Saves drafts while typing, and deletes them. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = getForm(context);
  const values = parsePostForm(form);

  if (form.get("intent") === "delete") {
    const deleted = await attempt(context, (app, viewer) => app.forum.deleteDraft(viewer, values.draftId));
    const notice = deleted.ok ? "draft-deleted" : deleted.refusal.code;
    if (isScriptRequest(request)) return { notice };
    return redirect(getReferrerPath(request, "/create"), {
      headers: { "Set-Cookie": createNoticeCookie(notice) },
    });
  }
  const saved = await attempt(context, (app, viewer) => app.forum.saveDraft(viewer, values));
  return saved.ok
    ? Response.json({ ok: true, id: saved.value.id, savedAt: saved.value.updatedAt } satisfies DraftResult)
    : Response.json({ ok: false, refusal: saved.refusal } satisfies DraftResult, { status: saved.status });
}

export function loader() {
  return redirect("/create");
}
