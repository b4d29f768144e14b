import { data, type RouterContextProvider } from "react-router";
import type { Viewer } from "#core/accounts/member.ts";
import type { RawSourceInput } from "#core/news/source-input.ts";
import type { Admin } from "#server/admin/index.ts";
import { attempt } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import { textField } from "#web/shell/text-field.ts";
import { type AdminAnswer, answerAdminForm } from "../answer-admin-form.ts";

type Context = Readonly<RouterContextProvider>;
type Run = (content: Admin["content"], viewer: Viewer, id: string, form: FormData) => Promise<unknown>;

const readReason = (form: FormData) => textField(form, "why");
const readSource = (form: FormData): RawSourceInput => ({
  name: textField(form, "name"),
  address: textField(form, "address"),
  category: textField(form, "category"),
  intervalMinutes: textField(form, "intervalMinutes"),
});

/** The actions of the Content tab by intent. A form's intent is one of these, a colon and an id. */
const ACTIONS: Readonly<Record<string, Run>> = {
  pin: (content, viewer, id) => content.pinPost(viewer, { id, on: true }),
  unpin: (content, viewer, id) => content.pinPost(viewer, { id, on: false }),
  lock: (content, viewer, id) => content.lockPost(viewer, { id, on: true }),
  unlock: (content, viewer, id) => content.lockPost(viewer, { id, on: false }),
  move: (content, viewer, id, form) =>
    content.movePost(viewer, { id, category: textField(form, "category"), why: readReason(form) }),
  "delete-post": (content, viewer, id, form) => content.deletePost(viewer, { id, why: readReason(form) }),
  "restore-post": (content, viewer, id) => content.restorePost(viewer, { id }),
  "edit-comment": (content, viewer, id, form) =>
    content.editComment(viewer, { id, content: textField(form, "content"), why: readReason(form) }),
  "delete-comment": (content, viewer, id, form) =>
    content.deleteComment(viewer, { id, why: readReason(form) }),
  "restore-comment": (content, viewer, id) => content.restoreComment(viewer, { id }),
  "edit-article": (content, viewer, id, form) =>
    content.editArticle(viewer, {
      id,
      title: textField(form, "title"),
      excerpt: textField(form, "excerpt"),
      category: textField(form, "category"),
      tags: textField(form, "tags"),
      why: readReason(form),
    }),
  flash: (content, viewer, id) => content.flashArticle(viewer, { id, on: true }),
  unflash: (content, viewer, id) => content.flashArticle(viewer, { id, on: false }),
  "flash-by-rule": (content, viewer, id) => content.flashArticle(viewer, { id, on: null }),
  hide: (content, viewer, id) => content.hideArticle(viewer, { id }),
  show: (content, viewer, id) => content.showArticle(viewer, { id }),
  "delete-article": (content, viewer, id, form) =>
    content.deleteArticle(viewer, { id, why: readReason(form) }),
  async "add-source"(content, viewer, _id, form) {
    const { id } = await content.addSource(viewer, readSource(form));
    // Fetch at once, so that its articles appear and its row shows the result.
    await content.fetchSource(viewer, id);
  },
  "edit-source": (content, viewer, id, form) =>
    content.editSource(viewer, { id, isEnabled: textField(form, "enabled") === "yes", ...readSource(form) }),
  "pause-source": (content, viewer, id) => content.pauseSource(viewer, { id, on: true }),
  "resume-source": (content, viewer, id) => content.pauseSource(viewer, { id, on: false }),
  // Already fetched by fetchSource.
  "fetch-source": async () => {},
  "delete-source": (content, viewer, id) => content.deleteSource(viewer, id),
};

/** Answers a form of the Content tab; without JavaScript, redirects to `to`. */
export async function answerContent(context: Context, request: Request, to: string) {
  const form = getForm(context);
  const [action = "", id = ""] = textField(form, "intent").split(":");
  if (form.has("try")) return trySource(context, form);
  if (action === "fetch-source") {
    const failed = await fetchSource(context, form, id);
    if (failed) return failed;
  }
  return answerAdminForm(context, request, form, {
    notice: "act-done",
    to,
    run: ({ admin }, viewer) => {
      const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
      if (!run) throw new Response("Unknown action", { status: 400 });
      return run(admin.content, viewer, id, form);
    },
  });
}

/** Fetches a feed; null on success. The row shows why a fetch failed, so the answer has no message for that. */
async function fetchSource(context: Context, form: FormData, id: string) {
  const fetched = await attempt(context, ({ admin }, viewer) => admin.content.fetchSource(viewer, id));
  if (fetched.ok && fetched.value.result !== "refused") return null;
  const message = fetched.ok ? "" : fetched.refusal.message;
  const intent = textField(form, "intent");
  return data<AdminAnswer>(
    { ok: false, intent, title: "Error", message, fields: {}, typed: {}, proof: null },
    { status: fetched.ok ? 422 : fetched.status },
  );
}

/** Returns the form with what the feed contains, or why it can't be used. */
async function trySource(context: Context, form: FormData) {
  const intent = textField(form, "intent");
  const tried = await attempt(context, ({ admin }, viewer) =>
    admin.content.testSource(viewer, readSource(form)),
  );
  const typed = { ...readSource(form) };
  if (!tried.ok) {
    const { title, message, fields } = tried.refusal;
    return data<AdminAnswer>(
      { ok: false, intent, title, message, fields, typed, proof: null },
      { status: tried.status },
    );
  }
  const { stories, titles } = tried.value;
  const found =
    stories === 0
      ? "The feed works, but it has no stories at the moment."
      : `The feed works. It has ${stories === 1 ? "1 story" : `${stories} stories`}: ${titles
          .map((title) => `“${title}”`)
          .join(", ")}${stories > titles.length ? " and others" : ""}.`;
  return data<AdminAnswer>({
    ok: false,
    intent,
    title: "Found",
    message: "",
    fields: { found },
    typed,
    proof: null,
  });
}
