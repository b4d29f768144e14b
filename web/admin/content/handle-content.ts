import { data, type RouterContextProvider } from "react-router";
import type { Viewer } from "#core/accounts/member.ts";
import type { RawSourceInput } from "#core/news/source-input.ts";
import type { Notice } from "#core/notices.ts";
import type { Admin } from "#server/admin/index.ts";
import { getTextField } from "#web/forms/text-field.ts";
import { attempt } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import { type AdminResult, handleAdminForm } from "../handle-admin-form.ts";

type Context = Readonly<RouterContextProvider>;
type Run = (content: Admin["content"], viewer: Viewer, id: string, form: FormData) => Promise<unknown>;

const getReason = (form: FormData) => getTextField(form, "reason");
const getSourceInput = (form: FormData): RawSourceInput => ({
  name: getTextField(form, "name"),
  url: getTextField(form, "url"),
  category: getTextField(form, "category"),
  intervalMinutes: getTextField(form, "intervalMinutes"),
});

/** The actions of the Content tab by intent. A form's intent is one of these, a colon and an id. */
const ACTIONS: Readonly<Record<string, Run>> = {
  pin: (content, viewer, id) => content.pinPost(viewer, { id, isPinned: true }),
  unpin: (content, viewer, id) => content.pinPost(viewer, { id, isPinned: false }),
  lock: (content, viewer, id) => content.lockPost(viewer, { id, isLocked: true }),
  unlock: (content, viewer, id) => content.lockPost(viewer, { id, isLocked: false }),
  move: (content, viewer, id, form) =>
    content.movePost(viewer, { id, category: getTextField(form, "category"), reason: getReason(form) }),
  "delete-post": (content, viewer, id, form) => content.deletePost(viewer, { id, reason: getReason(form) }),
  "restore-post": (content, viewer, id) => content.restorePost(viewer, { id }),
  "edit-comment": (content, viewer, id, form) =>
    content.editComment(viewer, { id, content: getTextField(form, "content"), reason: getReason(form) }),
  "delete-comment": (content, viewer, id, form) =>
    content.deleteComment(viewer, { id, reason: getReason(form) }),
  "restore-comment": (content, viewer, id) => content.restoreComment(viewer, { id }),
  "edit-article": (content, viewer, id, form) =>
    content.editArticle(viewer, {
      id,
      title: getTextField(form, "title"),
      excerpt: getTextField(form, "excerpt"),
      category: getTextField(form, "category"),
      tags: getTextField(form, "tags"),
      reason: getReason(form),
    }),
  flash: (content, viewer, id) => content.setFlash(viewer, { id, isFlash: true }),
  unflash: (content, viewer, id) => content.setFlash(viewer, { id, isFlash: false }),
  "flash-by-rule": (content, viewer, id) => content.setFlash(viewer, { id, isFlash: null }),
  hide: (content, viewer, id) => content.hideArticle(viewer, { id }),
  unhide: (content, viewer, id) => content.unhideArticle(viewer, { id }),
  "delete-article": (content, viewer, id, form) =>
    content.deleteArticle(viewer, { id, reason: getReason(form) }),
  async "add-source"(content, viewer, _id, form) {
    const { id } = await content.addSource(viewer, getSourceInput(form));
    // Fetch immediately, so that its articles appear and its row shows the result.
    await content.fetchSource(viewer, id);
  },
  "edit-source": (content, viewer, id, form) =>
    content.editSource(viewer, {
      id,
      isEnabled: getTextField(form, "enabled") === "yes",
      ...getSourceInput(form),
    }),
  "pause-source": (content, viewer, id) => content.pauseSource(viewer, { id, isPaused: true }),
  "resume-source": (content, viewer, id) => content.pauseSource(viewer, { id, isPaused: false }),
  // Already fetched by fetchSource.
  "fetch-source": async () => {},
  "delete-source": (content, viewer, id) => content.deleteSource(viewer, id),
};

const NOTICE_BY_ACTION: Readonly<Record<string, Notice>> = {
  pin: "post-pinned",
  unpin: "post-unpinned",
  lock: "post-locked",
  unlock: "post-unlocked",
  move: "post-moved",
  "delete-post": "post-removed",
  "restore-post": "post-restored",
  "edit-comment": "comment-changed",
  "delete-comment": "comment-removed",
  "restore-comment": "comment-restored",
  "edit-article": "article-edited",
  flash: "article-flash-changed",
  unflash: "article-flash-changed",
  "flash-by-rule": "article-flash-changed",
  hide: "article-hidden",
  unhide: "article-unhidden",
  "delete-article": "article-deleted",
  "add-source": "source-added",
  "edit-source": "source-edited",
  "pause-source": "source-paused",
  "resume-source": "source-resumed",
  "fetch-source": "source-fetched",
  "delete-source": "source-deleted",
};

/** Handles a form of the Content tab; without JavaScript, redirects to `to`. */
export async function handleContentForm(context: Context, request: Request, to: string) {
  const form = getForm(context);
  const [action = "", id = ""] = getTextField(form, "intent").split(":");
  if (form.has("test")) return testSource(context, form);
  if (action === "fetch-source") {
    const failure = await fetchSource(context, form, id);
    if (failure) return failure;
  }
  return handleAdminForm(context, request, form, {
    notice: NOTICE_BY_ACTION[action] ?? "action-done",
    to,
    run: ({ admin }, viewer) => {
      const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
      if (!run) throw new Response("Unknown action", { status: 400 });
      return run(admin.content, viewer, id, form);
    },
  });
}

/** Fetches a feed; null on success. The row shows why a fetch failed, so the response doesn't repeat it. */
async function fetchSource(context: Context, form: FormData, id: string) {
  const result = await attempt(context, ({ admin }, viewer) => admin.content.fetchSource(viewer, id));
  if (result.ok && result.value.result !== "failed") return null;
  const message = result.ok ? "" : result.refusal.message;
  const intent = getTextField(form, "intent");
  return data<AdminResult>(
    { ok: false, intent, title: "Error", message, fields: {}, input: {}, proof: null },
    { status: result.ok ? 422 : result.status },
  );
}

/** Returns the form with what the feed contains, or why it can't be used. */
async function testSource(context: Context, form: FormData) {
  const intent = getTextField(form, "intent");
  const result = await attempt(context, ({ admin }, viewer) =>
    admin.content.testSource(viewer, getSourceInput(form)),
  );
  const input = { ...getSourceInput(form) };
  if (!result.ok) {
    const { title, message, fields } = result.refusal;
    return data<AdminResult>(
      { ok: false, intent, title, message, fields, input, proof: null },
      { status: result.status },
    );
  }
  const { articleCount, titles } = result.value;
  const testResult =
    articleCount === 0
      ? "The feed works, but it has no articles at the moment."
      : `The feed works. It has ${articleCount === 1 ? "1 article" : `${articleCount} articles`}: ${titles
          .map((title) => `“${title}”`)
          .join(", ")}${articleCount > titles.length ? " and others" : ""}.`;
  return data<AdminResult>({
    ok: false,
    intent,
    title: "Test result",
    message: "",
    fields: { testResult },
    input,
    proof: null,
  });
}
