import { type RouterContextProvider, redirect } from "react-router";
import type { Draft } from "#core/forum/types.ts";
import { operation } from "#web/operation.ts";
import { noticeCookie } from "#web/shell/notice.ts";
import type { DraftSummary } from "./draft-list.tsx";
import { NO_VALUES, type PostValues } from "./post-form.ts";

/** Loads /create: the draft in its URL or an empty form, and the member's drafts. */
export async function loadEditor(context: Readonly<RouterContextProvider>, draftId: string | null) {
  const [drafts, allowance] = await operation(context, ({ forum }, viewer) =>
    Promise.all([forum.listDrafts(viewer), forum.readAllowance(viewer)]),
  );
  const draft = draftId === null ? undefined : drafts.find(({ id }) => id === draftId);
  if (draftId !== null && !draft) {
    throw redirect("/create", { headers: { "Set-Cookie": noticeCookie("draft_not_found") } });
  }
  return {
    draft: draft ? { id: draft.id, savedAt: draft.updatedAt } : null,
    values: draft ? toValues(draft) : { ...NO_VALUES, requestId: crypto.randomUUID() },
    drafts: drafts.map(summarize),
    allowance,
  };
}

/** Uses the draft's id as request id, so that publishing a draft twice creates one post. */
function toValues({ id, title, content, category, tags }: Draft): PostValues {
  return { title, content, category, tags, newTag: "", draftId: id, requestId: id };
}

function summarize({ id, title, content, updatedAt }: Draft): DraftSummary {
  // Pictures don't count as words.
  const words = content
    .replace(/!\[[^\]]*\]\([^)]*\)/g, " ")
    .split(/\s+/)
    .filter(Boolean);
  return { id, title, words: words.length, updatedAt };
}
