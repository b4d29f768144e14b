import type { Viewer } from "#core/accounts/member.ts";
import type { RawSourceInput } from "#core/news/source-input.ts";
import type { Notice } from "#core/notices.ts";
import type { Admin } from "#server/admin/index.ts";
import { answerWithStepUp } from "#web/account/answer-with-step-up.ts";
import type { Submission } from "#web/forms/handle-intent.ts";
import { attempt } from "#web/operation.ts";
import { returnForm } from "../return-form.ts";

type Run = (content: Admin["content"], viewer: Viewer, submission: Submission) => Promise<unknown>;

const getSourceInput = ({ text }: Submission): RawSourceInput => ({
  name: text("name"),
  url: text("url"),
  category: text("category"),
  intervalMinutes: text("intervalMinutes"),
});

/** The Content tab's actions by intent, with their notices. Forms may add a colon and the item's ID to the intent. */
const ACTIONS = {
  pin: ["post-pinned", (content, viewer, { id }) => content.setPostPinned(viewer, { id, isPinned: true })],
  unpin: [
    "post-unpinned",
    (content, viewer, { id }) => content.setPostPinned(viewer, { id, isPinned: false }),
  ],
  lock: ["post-locked", (content, viewer, { id }) => content.setPostLocked(viewer, { id, isLocked: true })],
  unlock: [
    "post-unlocked",
    (content, viewer, { id }) => content.setPostLocked(viewer, { id, isLocked: false }),
  ],
  move: [
    "post-moved",
    (content, viewer, { id, text }) =>
      content.movePost(viewer, { id, category: text("category"), reason: text("reason") }),
  ],
  "delete-post": [
    "post-deleted-by-admin",
    (content, viewer, { id, text }) => content.deletePost(viewer, { id, reason: text("reason") }),
  ],
  "restore-post": ["post-restored", (content, viewer, { id }) => content.restorePost(viewer, { id })],
  "edit-comment": [
    "comment-edited-by-admin",
    (content, viewer, { id, text }) =>
      content.editComment(viewer, {
        id,
        content: text("content"),
        version: text("version"),
        reason: text("reason"),
      }),
  ],
  "delete-comment": [
    "comment-deleted-by-admin",
    (content, viewer, { id, text }) => content.deleteComment(viewer, { id, reason: text("reason") }),
  ],
  "restore-comment": [
    "comment-restored",
    (content, viewer, { id }) => content.restoreComment(viewer, { id }),
  ],
  "edit-article": [
    "article-edited",
    (content, viewer, { id, text }) =>
      content.editArticle(viewer, {
        id,
        title: text("title"),
        excerpt: text("excerpt"),
        category: text("category"),
        tags: text("tags"),
        reason: text("reason"),
      }),
  ],
  flash: [
    "article-flash-changed",
    (content, viewer, { id }) => content.setFlash(viewer, { id, isFlash: true }),
  ],
  unflash: [
    "article-flash-changed",
    (content, viewer, { id }) => content.setFlash(viewer, { id, isFlash: false }),
  ],
  "flash-by-rule": [
    "article-flash-changed",
    (content, viewer, { id }) => content.setFlash(viewer, { id, isFlash: null }),
  ],
  hide: ["article-hidden", (content, viewer, { id }) => content.hideArticle(viewer, { id })],
  unhide: ["article-unhidden", (content, viewer, { id }) => content.unhideArticle(viewer, { id })],
  "delete-article": [
    "article-deleted",
    (content, viewer, { id, text }) => content.deleteArticle(viewer, { id, reason: text("reason") }),
  ],
  "add-source": [
    "source-added",
    async (content, viewer, submission) => {
      const { id } = await content.addSource(viewer, getSourceInput(submission));
      // Fetch immediately, so that the source's articles appear and its row shows the result.
      await content.fetchSource(viewer, id);
    },
  ],
  "edit-source": [
    "source-edited",
    (content, viewer, submission) =>
      content.editSource(viewer, {
        id: submission.id,
        ...getSourceInput(submission),
      }),
  ],
  "pause-source": [
    "source-paused",
    (content, viewer, { id }) => content.setSourcePaused(viewer, { id, isPaused: true }),
  ],
  "resume-source": [
    "source-resumed",
    (content, viewer, { id }) => content.setSourcePaused(viewer, { id, isPaused: false }),
  ],
  "delete-source": ["source-deleted", (content, viewer, { id }) => content.deleteSource(viewer, id)],
} as const satisfies Record<string, readonly [Notice, Run]>;

type ActionName = keyof typeof ACTIONS;

/** Creates the handlers of the Content tab's forms. `to`: see `Change` in answer-form.ts. */
export function createContentHandlers(to: string | (() => string)) {
  const createHandler =
    ([notice, run]: readonly [Notice, Run]) =>
    (submission: Submission) =>
      answerWithStepUp(submission, {
        notice,
        to,
        run: ({ admin }, viewer) => run(admin.content, viewer, submission),
      });
  const handlers = Object.fromEntries(
    Object.entries(ACTIONS).map(([name, action]) => [name, createHandler(action)]),
  ) as Record<ActionName, ReturnType<typeof createHandler>>;
  return {
    ...handlers,
    "add-source": saveOrTestSource(handlers["add-source"]),
    "edit-source": saveOrTestSource(handlers["edit-source"]),
    "fetch-source": (submission: Submission) => fetchSource(submission, to),
  };
}

/** A source's forms have a second button, which tests the feed without saving the source. */
const saveOrTestSource =
  <Result>(save: (submission: Submission) => Result) =>
  (submission: Submission) =>
    submission.form.has("test") ? testSource(submission) : save(submission);

const FETCH_FAILED = { code: "invalid_input", title: "Error", message: "", fieldErrors: {} } as const;

/** Fetches a source. The row shows why a fetch failed, so the response doesn't repeat it. */
async function fetchSource(submission: Submission, to: string | (() => string)) {
  const { context, id } = submission;
  const result = await attempt(context, ({ admin }, viewer) => admin.content.fetchSource(viewer, id));
  if (result.ok && result.value.result !== "failed")
    return answerWithStepUp(submission, { notice: "source-fetched", to, run: async () => {} });
  const failure = result.ok ? { refusal: FETCH_FAILED, status: 422 } : result;
  return returnForm(submission, {}, failure);
}

async function testSource(submission: Submission) {
  const { context } = submission;
  const input = { ...getSourceInput(submission) };
  const result = await attempt(context, ({ admin }, viewer) => admin.content.testSource(viewer, input));
  if (!result.ok) return returnForm(submission, { fieldErrors: result.refusal.fieldErrors, input }, result);
  const { articleCount, titles } = result.value;
  const output =
    articleCount === 0
      ? "The feed works, but it has no articles at the moment."
      : `The feed works. It has ${articleCount === 1 ? "1 article" : `${articleCount} articles`}: ${titles
          .map((title) => `“${title}”`)
          .join(", ")}${articleCount > titles.length ? " and others" : ""}.`;
  return returnForm(submission, { input, output });
}
