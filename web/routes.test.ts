import type { RouteConfigEntry } from "@react-router/dev/routes";
import { type MiddlewareFunction, RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { App } from "#server/app.ts";
import type { PageEdge } from "#server/http/pages.ts";
import routes from "./routes.ts";
import { appContext, edgeContext, identityContext } from "./server-context.ts";
import { accessGuard } from "./shell/guard.tsx";

/** Every route that is not named here must be guarded. What stands behind a name says why everybody may come in. */
const PUBLIC: Readonly<Record<string, string>> = {
  "/": "posts are everybody's to read",
  "/auth": "where visitors sign in",
  "/auth/landing": "where mailed links end, before anybody is signed in",
  "/auth/landing/check": "only takes forms",
  "/auth/options": "says what the sign-in shows",
  "/forum": "posts are everybody's to read",
  "/forum/:postId": "posts are everybody's to read",
  "/forum/:postId/comments/:commentId": "threads are everybody's to read",
  "/u/:username": "what a member shows of themselves is everybody's to read",
  "/news": "articles are everybody's to read",
  "/news/:articleId": "articles are everybody's to read",
  "/search": "finds what everybody may read, and nothing else",
  "/search/suggestions": "suggests what everybody may read, and nothing else",
  "/ai-tools": "visitors may ask as well, under their own limits",
  "/wallet": "shows a sample; what a wallet holds is read in the browser alone",
  "/wallet/note": "only takes forms",
  "/wallet/prices": "kept prices are everybody's to read",
  "/forum/:postId/vote": "only takes forms",
  "/forum/:postId/follow": "only takes forms",
  "/forum/:postId/save": "only takes forms",
  "/forum/:postId/visit": "only takes forms",
  "/forum/:postId/comments/:commentId/vote": "only takes forms",
  "/notifications/unsubscribe": "shows who has a mail's link where its mails end",
  "/notifications/newest": "listNewest refuses visitors itself",
  "/mentions": "suggestNames refuses visitors itself",
  "/create/preview": "only takes forms",
  "/create/similar": "suggestSimilarPosts refuses visitors itself",
  "/create/drafts": "only takes forms",
  "/privacy": "says to everybody what the site keeps",
  "/terms": "says to everybody what holds here",
  "/newsletter": "everybody may subscribe an address, under limits; its owner confirms",
  "/newsletter/confirm": "the link of a mail says whom it is about",
  "/newsletter/unsubscribe": "the link of a mail says whom it is about",
  "/theme": "only takes forms",
  "/sign-out": "only takes forms",
  "/*": "says that nothing is there",
};

/**
 * What each route that takes forms does with them: the operation that it leaves to decide, for each of its forms. No
 * guard stands before a form, so that what was typed comes back: the operation must refuse visitors itself, and
 * server/news/news.test.ts, server/forum/visitors.test.ts and server/members/visitors.test.ts hold that all of them do. A text is for a route
 * that asks no operation of that kind.
 */
const COMMENT_FORMS = {
  addComment: { intent: "comment", content: "words" },
  editComment: { intent: "edit", content: "words" },
  deleteComment: { intent: "delete" },
};
const CONTENT_FORMS = {
  pinPost: { intent: "pin:x" },
  lockPost: { intent: "lock:x" },
  movePost: { intent: "move:x" },
  deletePost: { intent: "delete-post:x" },
  restorePost: { intent: "restore-post:x" },
  editComment: { intent: "edit-comment:x" },
  deleteComment: { intent: "delete-comment:x" },
  restoreComment: { intent: "restore-comment:x" },
  editArticle: { intent: "edit-article:x" },
  flashArticle: { intent: "flash:x" },
  hideArticle: { intent: "hide:x" },
  showArticle: { intent: "show:x" },
  deleteArticle: { intent: "delete-article:x" },
  addSource: { intent: "add-source" },
  editSource: { intent: "edit-source:x" },
  pauseSource: { intent: "pause-source:x" },
  fetchSource: { intent: "fetch-source:x" },
  deleteSource: { intent: "delete-source:x" },
  trySource: { intent: "add-source", try: "" },
};
const TAKES: Readonly<Record<string, string | Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  "/auth": "signs in who proves who they are",
  "/auth/landing/check": "gives a session only to who followed its link, and a name to who has its token",
  "/auth/new-password": "changes the account of the session that it comes with, which the operation asks for",
  "/ai-tools": "answers visitors as well, under their own limits",
  "/newsletter": "mails a link to an address, whoever asks",
  "/newsletter/confirm": "does what its signed link says",
  "/newsletter/unsubscribe": "does what its signed link says",
  "/theme": "sets a cookie",
  "/settings": { rename: { intent: "name" }, changeBio: { intent: "bio" } },
  "/settings/avatar": { changeAvatar: { intent: "avatar" }, removeAvatar: { intent: "remove-avatar" } },
  "/settings/security": {
    change: { intent: "email" },
    mailPasswordCode: { intent: "mail-password-code" },
    resendEmailChange: { intent: "resend-email" },
    cancelEmailChange: { intent: "cancel-email" },
    renameFactor: { intent: "rename-factor" },
  },
  "/settings/confirm": { signInAgain: { "proof-password": "words" } },
  "/settings/sessions": {
    endSession: { intent: "end-session" },
    endOtherSessions: { intent: "end-others" },
  },
  "/settings/data": {
    deleteAccount: { intent: "delete-account" },
    sendDeletionCode: { intent: "send-deletion-code" },
  },
  "/admin": {
    ...CONTENT_FORMS,
    save: { intent: "settings:general" },
    preview: { intent: "settings:privacy", preview: "yes" },
  },
  "/admin/content/:kind/:thingId": CONTENT_FORMS,
  "/admin/users/:userId": {
    edit: { intent: "edit" },
    changeRole: { intent: "role" },
    changeAddress: { intent: "email" },
    suspend: { intent: "suspend" },
    endSuspension: { intent: "end-suspension" },
    signOut: { intent: "sign-out" },
    resetFactors: { intent: "reset-factors" },
    note: { intent: "note" },
    delete: { intent: "delete" },
  },
  "/settings/notifications": {
    saveChoices: { intent: "choices" },
    subscribeOwn: { intent: "subscribe-newsletter" },
    endOwnSubscription: { intent: "end-newsletter" },
  },
  "/notifications": { markAllRead: { intent: "read-all" }, mark: { intent: "read", id: "a" } },
  "/notifications/unsubscribe": "ends the mails of whom the link's token was written for, without a session",
  "/sign-out": "ends the session of the browser that asks",
  "/*": "answers 405",
  "/forum/:postId": COMMENT_FORMS,
  "/forum/:postId/comments/:commentId": COMMENT_FORMS,
  "/forum/:postId/vote": { voteOnPost: { vote: "1" } },
  "/forum/:postId/follow": { followThread: { state: "muted" } },
  "/forum/:postId/save": { savePost: { save: "yes" } },
  "/forum/:postId/visit": { recordVisit: { readUntil: "1" } },
  "/forum/:postId/comments/:commentId/vote": { voteOnComment: { vote: "1" } },
  "/forum/:postId/edit": {
    editPost: { intent: "post" },
    deletePost: { intent: "delete" },
    previewMarkdown: { intent: "preview" },
  },
  "/create": {
    createPost: { intent: "post" },
    saveDraft: { intent: "save-draft" },
    previewMarkdown: { intent: "preview" },
  },
  "/news/:articleId": { openDiscussion: {} },
  "/admin/newsletter": { sendSample: { intent: "sample" } },
  "/admin/reports/:groupId": { decide: { action: "dismiss" } },
  "/report": { reportThing: { reason: "spam" } },
  "/wallet/note": { changeWalletNote: { address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" } },
  "/create/preview": { previewMarkdown: { content: "words" } },
  "/create/drafts": { saveDraft: { title: "words" }, deleteDraft: { intent: "delete" } },
};

interface RouteModule {
  readonly middleware?: readonly MiddlewareFunction<Response>[];
  readonly loader?: (args: object) => unknown;
  readonly action?: (args: object) => unknown;
}

const modules = import.meta.glob<RouteModule>("./routes/*.{ts,tsx}");

/** Every route with the whole of its path, whatever it is nested in. */
function listRoutes(entries: readonly RouteConfigEntry[], above = ""): { path: string; file: string }[] {
  return entries.flatMap(({ path = "", file, children = [] }) => {
    const whole = path ? `${above}/${path}` : above;
    return [{ path: whole || "/", file: `./${file}` }, ...listRoutes(children, whole)];
  });
}
const mounted = listRoutes(routes);

async function load(file: string): Promise<RouteModule> {
  const found = modules[file];
  if (!found) throw new Error(`${file} is not among the route modules`);
  return found();
}

/** A visitor's request. `asked` is told which operation of a module is called, and as whom. */
function visitorAsks(path: string, form: object | null, asked: (operation: string, viewer: Viewer) => void) {
  const module = new Proxy(
    {},
    {
      get: (_, operation) => async (viewer: Viewer) => {
        asked(String(operation), viewer);
        throw new AppError("not_signed_in");
      },
    },
  );
  const context = new RouterContextProvider();
  const own = module;
  const refusalOf = () => undefined;
  const app = {
    forum: module,
    news: module,
    newsletter: module,
    notifications: module,
    profiles: module,
    reports: module,
    admin: { newsletter: module, users: module, reports: module, content: module, settings: module },
    auth: { own, refusalOf },
    storage: { refusalOf },
  };
  context.set(appContext, app as unknown as App);
  context.set(identityContext, { state: "visitor", viewer: null, needsFactor: false });
  const expectedError = (error: unknown) => (error instanceof AppError ? error : undefined);
  const client = () => ({ address: "203.0.113.7", userAgent: "a test" });
  const sent = form === null ? null : new FormData();
  for (const [name, value] of Object.entries(form ?? {})) sent?.set(name, value);
  context.set(edgeContext, { expectedError, client, form: sent } as PageEdge);
  const url = new URL(path, "http://site.test");
  const request = new Request(url, { method: sent ? "POST" : "GET" });
  return { request, url, context, params: { postId: "a", commentId: "b" } };
}

/** What was returned or thrown: routes answer in both ways. */
const answerOf = async (run: () => unknown) => {
  try {
    return await run();
  } catch (thrown) {
    return thrown;
  }
};

test("the tables name no route that is gone", () => {
  const paths = mounted.map(({ path }) => path);
  expect([...Object.keys(PUBLIC), ...Object.keys(TAKES)].filter((path) => !paths.includes(path))).toEqual([]);
});

describe.each(mounted)("$path", ({ path, file }) => {
  const isPublic = path in PUBLIC;

  test(`is ${isPublic ? "marked public" : "guarded"}`, async () => {
    const { middleware = [], loader } = await load(file);
    expect(middleware.includes(accessGuard)).toBe(!isPublic);
    if (isPublic) return;
    // The client chooses which loaders run, and without a loader no middleware does: it guards by itself.
    const answer = await answerOf(() => loader?.(visitorAsks(path, null, () => {})));
    expect((answer as Response | undefined)?.headers.get("Location")).toMatch(/^\/auth\?next=/);
  });

  test("leaves what is sent to it to operations that refuse visitors", async () => {
    const { action } = await load(file);
    const takes = TAKES[path];
    expect(takes !== undefined).toBe(action !== undefined);
    if (typeof takes !== "object") return;
    for (const [operation, form] of Object.entries(takes)) {
      const calls: unknown[] = [];
      await answerOf(() => action?.(visitorAsks(path, form, (...call) => calls.push(call))));
      expect(calls).toEqual([[operation, null]]);
    }
  });
});
