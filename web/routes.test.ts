import type { RouteConfigEntry } from "@react-router/dev/routes";
import { RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { INVALID_REQUEST } from "#core/messages.ts";
import type { App } from "#server/app.ts";
import type { PageEdge } from "#server/http/pages.ts";
import routes from "./routes.ts";
import { appContext, edgeContext, identityContext } from "./server-context.ts";
import { isMembersOnly } from "./session/is-members-only.ts";

/** The public routes, each with the reason why it's public. All other routes must be guarded. */
const PUBLIC_ROUTES: Readonly<Record<string, string>> = {
  "/": "anyone may read posts",
  "/auth": "visitors sign in here",
  "/auth/landing": "emailed links lead here before the user signs in",
  "/auth/landing/check": "only accepts forms",
  "/auth/options": "provides the data for the sign-in dialog",
  "/forum": "anyone may read posts",
  "/forum/:postId": "anyone may read posts",
  "/forum/:postId/comments/:commentId": "anyone may read threads",
  "/u/:username": "anyone may read profiles",
  "/news": "anyone may read articles",
  "/news/:articleId": "anyone may read articles",
  "/link-preview": "reads as a visitor",
  "/search": "finds only public content",
  "/search/suggestions": "suggests only public content",
  "/ai-tools": "visitors may use the tools, within their own limits",
  "/wallet": "shows a sample; only the browser reads wallets",
  "/wallet/note": "only accepts forms",
  "/wallet/prices": "anyone may read stored prices",
  "/forum/:postId/vote": "only accepts forms",
  "/forum/follow": "only accepts forms",
  "/forum/:postId/follow": "only accepts forms",
  "/forum/:postId/save": "only accepts forms",
  "/forum/:postId/visit": "only accepts forms",
  "/forum/:postId/comments/:commentId/vote": "only accepts forms",
  "/notifications/unsubscribe": "emails link here",
  "/notifications/newest": "listNewest refuses visitors itself",
  "/mentions": "suggestNames refuses visitors itself",
  "/create/preview": "only accepts forms",
  "/create/similar": "suggestSimilarPosts refuses visitors itself",
  "/create/drafts": "only accepts forms",
  "/invite/:token": "the link identifies the invitation",
  "/privacy": "anyone may read it",
  "/terms": "anyone may read it",
  "/newsletter": "anyone may subscribe an email address, within limits; its owner confirms",
  "/newsletter/confirm": "the emailed link identifies the subscription",
  "/newsletter/unsubscribe": "the emailed link identifies the subscription",
  "/settings/sessions": "only redirects to the security settings",
  "/theme": "only accepts forms",
  "/density": "only accepts forms",
  "/welcome": "only accepts forms",
  "/sign-out": "only accepts forms",
  "/*": "responds with 404",
};

const COMMENT_FORMS = {
  addComment: { intent: "comment", content: "text" },
  editComment: { intent: "edit", content: "text" },
  deleteComment: { intent: "delete" },
};
const CONTENT_FORMS = {
  setPostPinned: { intent: "pin:x" },
  setPostLocked: { intent: "lock:x" },
  movePost: { intent: "move:x" },
  deletePost: { intent: "delete-post:x" },
  restorePost: { intent: "restore-post:x" },
  editComment: { intent: "edit-comment:x" },
  deleteComment: { intent: "delete-comment:x" },
  restoreComment: { intent: "restore-comment:x" },
  editArticle: { intent: "edit-article:x" },
  setFlash: { intent: "flash:x" },
  hideArticle: { intent: "hide:x" },
  unhideArticle: { intent: "unhide:x" },
  deleteArticle: { intent: "delete-article:x" },
  addSource: { intent: "add-source" },
  editSource: { intent: "edit-source:x" },
  setSourcePaused: { intent: "pause-source:x" },
  fetchSource: { intent: "fetch-source:x" },
  deleteSource: { intent: "delete-source:x" },
  testSource: { intent: "add-source", test: "" },
};
const INVITATION_FORMS = {
  createLink: { intent: "link" },
  inviteByEmail: { intent: "email" },
  replaceLink: { intent: "replace:x" },
  resend: { intent: "resend:x" },
  revoke: { intent: "revoke:x" },
};

/**
 * For each route with an action, the operation that handles each of its forms. The guard lets visitors' forms through,
 * so that typed text isn't lost. Therefore, each operation must refuse visitors itself, which tests in server/ check,
 * such as server/forum/visitors.test.ts, server/members/visitors.test.ts and server/admin/guards.test.ts. A string
 * describes a route without such an operation.
 */
const OPERATIONS: Readonly<
  Record<string, string | Readonly<Record<string, Readonly<Record<string, string>>>>>
> = {
  "/auth": "signs in with valid credentials",
  "/auth/landing/check":
    "accepts tokens only from the site's links, and returns the name of a token's account",
  "/auth/new-password": "changes only the session's own account; the operation requires a session",
  "/ai-tools": "answers visitors too, within their own limits",
  "/ai-tools/history": {
    setSaving: { intent: "save-on" },
    renameConversation: { intent: "rename", title: "words" },
    deleteConversation: { intent: "delete" },
    deleteConversations: { intent: "delete-all" },
  },
  "/invite/:token": "sets a cookie",
  "/admin/invitations": INVITATION_FORMS,
  "/settings/invitations": INVITATION_FORMS,
  "/newsletter": "emails a confirmation link to any address",
  "/newsletter/confirm": "does what its signed link permits",
  "/newsletter/unsubscribe": "does what its signed link permits",
  "/theme": "sets a cookie",
  "/density": "sets a cookie",
  "/settings": { rename: { intent: "name" }, changeBio: { intent: "bio" } },
  "/settings/avatar": { changeAvatar: { intent: "avatar" }, removeAvatar: { intent: "remove-avatar" } },
  "/settings/security": {
    change: { intent: "email" },
    sendPasswordCode: { intent: "send-password-code" },
    resendEmailChange: { intent: "resend-email" },
    cancelEmailChange: { intent: "cancel-email" },
    renameFactor: { intent: "rename-factor" },
    unlinkIdentity: { intent: "unlink" },
    endSession: { intent: "end-session" },
    endOtherSessions: { intent: "end-others" },
  },
  "/settings/confirm": { stepUp: { "proof-password": "text" } },
  "/settings/apps": { revokeGrant: { intent: "revoke-app" } },
  "/oauth/consent": {
    answerRequest: { intent: "approve" },
    releaseRequest: { intent: "switch" },
  },
  "/admin/apps/:appId?": {
    create: { intent: "create-app" },
    edit: { intent: "edit-app" },
    regenerateSecret: { intent: "replace-secret" },
    delete: { intent: "delete-app" },
  },
  "/settings/data": {
    deleteAccount: { intent: "delete-account" },
    sendDeletionCode: { intent: "send-deletion-code" },
  },
  "/admin": {
    ...CONTENT_FORMS,
    save: { intent: "settings:general" },
    preview: { intent: "settings:privacy", preview: "yes" },
    dismiss: { intent: "dismiss-setup" },
    setEnabled: { intent: "provider:turn-on" },
    remove: { intent: "provider:remove" },
  },
  "/admin/content/:kind/:contentId": CONTENT_FORMS,
  "/admin/users/:userId": {
    edit: { intent: "edit" },
    changeRole: { intent: "role" },
    changeAddress: { intent: "email" },
    suspend: { intent: "suspend" },
    endSuspension: { intent: "end-suspension" },
    signOut: { intent: "sign-out" },
    resetFactors: { intent: "reset-factors" },
    addNote: { intent: "note" },
    delete: { intent: "delete" },
  },
  "/settings/notifications": {
    saveOwnPreferences: { intent: "preferences" },
    createOwnSubscription: { intent: "subscribe-newsletter" },
    deleteOwnSubscription: { intent: "end-newsletter" },
  },
  "/notifications": { markAllRead: { intent: "read-all" }, mark: { intent: "read", id: "a" } },
  "/notifications/unsubscribe": "unsubscribes the member of the link's token, without a session",
  "/welcome": { dismissWelcome: {} },
  "/sign-out": "ends the browser's own session",
  "/*": "responds with 405",
  "/forum/:postId": COMMENT_FORMS,
  "/forum/:postId/comments/:commentId": COMMENT_FORMS,
  "/forum/:postId/vote": { voteOnPost: { vote: "1" } },
  "/forum/follow": { followLists: { follow: "yes" } },
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
    publishDiscussion: { intent: "post", articleId: crypto.randomUUID() },
    saveDraft: { intent: "save-draft" },
    previewMarkdown: { intent: "preview" },
  },
  "/admin/branding": { saveImage: { intent: "settings:logo" } },
  "/admin/newsletter": { sendTestEmail: { intent: "sample" } },
  "/admin/reports/:groupId": { decide: { intent: "decide", action: "dismiss" } },
  "/report": { submitReport: { reason: "spam" } },
  "/wallet/note": { changeWalletNote: { address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" } },
  "/create/preview": { previewMarkdown: { content: "text" } },
  "/create/drafts": { saveDraft: { title: "text" }, deleteDraft: { intent: "delete" } },
};

interface RouteModule {
  readonly default?: unknown;
  readonly loader?: (args: object) => unknown;
  readonly action?: (args: object) => unknown;
}

const modules = import.meta.glob<RouteModule>("./routes/*.{ts,tsx}");

/** All routes with their full paths. */
function listRoutes(entries: readonly RouteConfigEntry[], parentPath = ""): { path: string; file: string }[] {
  return entries.flatMap(({ path = "", file, children = [] }) => {
    const fullPath = path ? `${parentPath}/${path}` : parentPath;
    return [{ path: fullPath || "/", file: `./${file}` }, ...listRoutes(children, fullPath)];
  });
}
const allRoutes = listRoutes(routes);

async function load(file: string): Promise<RouteModule> {
  const importModule = modules[file];
  if (!importModule) throw new Error(`${file} is not among the route modules`);
  return importModule();
}

/** Returns a route's arguments for a visitor's request. `onOperation` is called for each operation, with its viewer. */
function buildVisitorArgs(
  path: string,
  form: object | null,
  onOperation: (operation: string, viewer: Viewer) => void,
) {
  const module = new Proxy(
    {},
    {
      get: (_, operation) => async (viewer: Viewer) => {
        onOperation(String(operation), viewer);
        throw new AppError("not_signed_in");
      },
    },
  );
  const context = new RouterContextProvider();
  const app = {
    ai: { history: module },
    forum: module,
    invitations: module,
    news: module,
    newsletter: module,
    notifications: module,
    profiles: module,
    reports: module,
    admin: {
      apps: module,
      newsletter: module,
      users: module,
      reports: module,
      content: module,
      settings: module,
      providers: module,
      setup: module,
    },
    auth: { account: module, memberApps: module },
    mailer: { isEmailConfigured: false },
  };
  context.set(appContext, app as unknown as App);
  context.set(identityContext, { state: "visitor", viewer: null, isFactorRequired: false });
  const findExpectedError = (error: unknown) => (error instanceof AppError ? error : undefined);
  const client = () => ({ address: "203.0.113.7", userAgent: "a test" });
  const body = form === null ? null : new FormData();
  for (const [name, value] of Object.entries(form ?? {})) body?.set(name, value);
  context.set(edgeContext, { findExpectedError, client, form: body } as PageEdge);
  const url = new URL(path, "http://site.test");
  const request = new Request(url, { method: body ? "POST" : "GET" });
  return { request, url, context, params: { postId: "a", commentId: "b" } };
}

/** Includes properties that every object inherits, and an unknown intent of a provider form. */
const UNKNOWN_INTENTS = [
  "unknown",
  "unknown:x",
  "constructor",
  "toString:x",
  "__proto__",
  "provider:unknown",
];

/** Returns what a route returns or throws; a route can do either. */
const getResponse = async (run: () => unknown) => {
  try {
    return await run();
  } catch (thrown) {
    return thrown;
  }
};

test("the tables list only existing routes", () => {
  const paths = allRoutes.map(({ path }) => path);
  expect(
    [...Object.keys(PUBLIC_ROUTES), ...Object.keys(OPERATIONS)].filter((path) => !paths.includes(path)),
  ).toEqual([]);
});

describe.each(allRoutes)("$path", ({ path, file }) => {
  const isPublic = path in PUBLIC_ROUTES;

  test(`is ${isPublic ? "marked public" : "guarded"}`, async () => {
    const { loader, default: page } = await load(file);
    if (page) expect(isMembersOnly(path)).toBe(!isPublic);
    if (isPublic) return;
    // The client chooses which loaders run, so each loader must guard itself.
    const response = await getResponse(() => loader?.(buildVisitorArgs(path, null, () => {})));
    expect((response as Response | undefined)?.headers.get("Location")).toMatch(/^\/auth\?next=/);
  });

  test("passes its forms to the listed operations", async () => {
    const { action } = await load(file);
    const operations = OPERATIONS[path];
    expect(operations !== undefined).toBe(action !== undefined);
    if (typeof operations !== "object") return;
    for (const [operation, form] of Object.entries(operations)) {
      const calls: unknown[] = [];
      await getResponse(() => action?.(buildVisitorArgs(path, form, (...call) => calls.push(call))));
      expect(calls).toEqual([[operation, null]]);
    }
  });

  test("rejects forms with an unknown intent", async () => {
    const { action } = await load(file);
    if (!action) return;
    for (const intent of UNKNOWN_INTENTS) {
      const calls: unknown[] = [];
      const args = buildVisitorArgs(path, { intent }, (...call) => calls.push(call));
      const response = await getResponse(() => action(args));
      if (path === "/*") expect(response).toMatchObject({ init: { status: 405 } });
      else expect(await (response as Response).text()).toBe(INVALID_REQUEST.message);
      expect(calls).toEqual([]);
    }
  });
});
