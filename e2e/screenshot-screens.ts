import type { Page } from "@playwright/test";

export type Role = "visitor" | "member" | "newMember" | "admin";

export interface Screen {
  readonly role: Role;
  readonly path: string;
  /** The selector of a link on `path` to follow, for screens with an ID in their URL. */
  readonly follow?: string;
  /** Distinguishes screens with the same path. */
  readonly state?: string;
  /** What to do before the screenshot is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** The selector of the link to a post or an article in a list. */
const CARD_LINK = "article h3 a";

/** The screens shown in the contact sheets. */
export const SCREENS: readonly Screen[] = [
  ...["/", "/forum", "/forum?sort=top&category=ai", "/search?q=bitcoin", "/search?q=qwertyuiop"].map(
    forVisitor,
  ),
  { role: "visitor", path: "/forum", follow: CARD_LINK },
  { role: "visitor", path: "/news" },
  { role: "visitor", path: "/news", follow: CARD_LINK },
  ...["/ai-tools", "/ai-tools?tool=sentiment", "/wallet", "/u/mara_lindqvist"].map(forVisitor),
  ...["/auth", "/auth?tab=register", "/auth?tab=recover", "/newsletter", "/privacy", "/terms"].map(
    forVisitor,
  ),
  { role: "visitor", path: "/no-such-page" },
  ...["/", "/forum", "/create", "/saved", "/notifications", "/u/mara_lindqvist"].map(forRole("member")),
  { role: "member", path: "/forum", follow: CARD_LINK },
  ...["/settings", "/settings/security", "/settings/notifications"].map(forRole("member")),
  { role: "member", path: "/settings/data" },
  ...["", "?tab=content", "?tab=reports", "?tab=analytics", "?tab=settings", "?tab=log"].map((tab) =>
    forRole("admin")(`/admin${tab}`),
  ),
  { role: "admin", path: "/admin", follow: 'a[href^="/admin/users/"]' },
  ...["/admin/outbox", "/admin/newsletter", "/admin/invitations"].map(forRole("admin")),
  { role: "visitor", path: "/ai-tools", state: "answer", prepare: tryExample },
];

/** Screens only for `--full`: open menus and dialogs, forms with errors, empty lists, error pages and answers. */
export const STATES: readonly Screen[] = [
  { role: "visitor", path: "/", state: "sign-in-dialog", prepare: click("Sign In") },
  { role: "visitor", path: "/", state: "theme-menu", prepare: click("Toggle theme") },
  { role: "visitor", path: "/", state: "suggestions", prepare: typeInSearch("bit") },
  { role: "visitor", path: "/auth", state: "wrong-password", prepare: enterWrongPassword },
  { role: "visitor", path: "/auth?tab=register", state: "weak-password", prepare: enterWeakPassword },
  { role: "visitor", path: "/auth?tab=recover", state: "sent", prepare: requestReset },
  { role: "visitor", path: "/forum/00000000-0000-4000-8000-000000000000" },
  { role: "visitor", path: "/news/00000000-0000-4000-8000-00000000ffff" },
  { role: "visitor", path: "/u/no_such_member" },
  { role: "visitor", path: "/newsletter/confirm?token=x" },
  { role: "visitor", path: "/notifications/unsubscribe?token=x" },
  { role: "visitor", path: "/forum?q=qqxxzzyyqq" },
  { role: "visitor", path: "/news?q=qqxxzzyyqq" },
  { role: "visitor", path: "/forum", state: "vote-as-visitor", prepare: click(/^Upvote /) },
  { role: "visitor", path: "/news?category=quantum" },
  { role: "visitor", path: "/wallet?tab=transactions" },
  { role: "visitor", path: "/wallet?tab=analytics" },
  { role: "visitor", path: "/wallet", state: "no-wallet", prepare: click("Connect MetaMask") },
  { role: "visitor", path: "/u/mara_lindqvist?tab=comments" },
  ...["sentiment", "prediction", "chatbot", "generator", "scanner", "optimizer"].map(
    (tool): Screen => ({
      role: "member",
      path: `/ai-tools?tool=${tool}&example=0`,
      state: "answer",
      prepare: analyze,
    }),
  ),
  { role: "member", path: "/ai-tools?tool=chatbot", state: "empty-input", prepare: click("Analyze") },
  { role: "member", path: "/ai-tools/history" },
  { role: "member", path: "/", state: "account-menu", prepare: click(/^Account menu/) },
  { role: "member", path: "/", state: "bell", prepare: click(/^Notifications/) },
  { role: "member", path: "/create", state: "filled-in", prepare: writePost },
  { role: "member", path: "/create", state: "preview", prepare: previewPost },
  { role: "member", path: "/create", state: "empty-fields", prepare: click("Post to Community") },
  { role: "member", path: "/forum?filter=unread" },
  { role: "member", path: "/forum?filter=following" },
  { role: "member", path: "/forum", follow: CARD_LINK, state: "reply", prepare: click(/^Reply/) },
  { role: "member", path: "/forum", follow: CARD_LINK, state: "share", prepare: click("Share") },
  { role: "member", path: "/admin" },
  { role: "newMember", path: "/" },
  { role: "newMember", path: "/create" },
  { role: "newMember", path: "/saved" },
  { role: "newMember", path: "/notifications" },
  { role: "newMember", path: "/forum?filter=following" },
  { role: "newMember", path: "/settings" },
  { role: "newMember", path: "/ai-tools/history" },
  { role: "newMember", path: "/", state: "own-profile", prepare: openOwnProfile },
  {
    role: "newMember",
    path: "/forum?sort=new",
    follow: 'article h3 a:text("Every kind")',
    state: "every-kind",
  },
  { role: "newMember", path: "/forum?sort=new", follow: 'article h3 a:text("مرحبا")', state: "rtl" },
  { role: "newMember", path: "/forum?sort=new", follow: 'article h3 a:text("Donau")', state: "long" },
  { role: "newMember", path: "/forum?sort=new", state: "tricky-content" },
  { role: "admin", path: "/", state: "account-menu", prepare: click(/^Account menu/) },
  { role: "admin", path: "/admin?tab=content&kind=articles" },
  { role: "admin", path: "/admin?tab=content&kind=sources" },
  { role: "admin", path: "/admin?tab=content&kind=articles", follow: 'a[href^="/admin/content/"]' },
  { role: "admin", path: "/admin?tab=reports", follow: 'a[href^="/admin/reports/"]' },
  { role: "admin", path: "/admin/branding" },
  { role: "admin", path: "/admin?tab=users&q=qqxxzz" },
];

function forRole(role: Role): (path: string) => Screen {
  return (path) => ({ role, path });
}

function forVisitor(path: string): Screen {
  return { role: "visitor", path };
}

async function tryExample(page: Page): Promise<void> {
  await page
    .getByText(/^Try “/)
    .first()
    .click();
  await analyze(page);
}

async function analyze(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Analyze" }).click();
  await page.locator(".tool-answer").first().waitFor();
}

/** Returns a function that clicks the first visible button with this name, or a link that looks like one. */
function click(name: string | RegExp): (page: Page) => Promise<void> {
  return (page) =>
    page
      .getByRole("button", { name, exact: typeof name === "string" })
      .or(page.getByRole("link", { name, exact: typeof name === "string" }))
      .filter({ visible: true })
      .first()
      .click();
}

function typeInSearch(text: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByPlaceholder("Search posts, news, users...").pressSequentially(text);
    await page.getByRole("option").first().waitFor();
  };
}

async function enterWrongPassword(page: Page): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill("someone@example.org");
  await page.getByLabel("Password", { exact: true }).fill("not-the-password");
  await page.keyboard.press("Enter");
  await page.getByText("Invalid login credentials").first().waitFor();
}

async function enterWeakPassword(page: Page): Promise<void> {
  await page.getByLabel("Username").fill("someone_new");
  await page.getByLabel("Email", { exact: true }).fill("someone@example.org");
  await page.getByLabel("Password", { exact: true }).fill("abc");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").first().waitFor();
}

async function requestReset(page: Page): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill("someone@example.org");
  await page.keyboard.press("Enter");
  await page.getByLabel("Code", { exact: true }).waitFor();
}

async function writePost(page: Page): Promise<void> {
  await page.getByLabel("Title").fill("How do you store your recovery phrase?");
  await page.getByLabel("Category").selectOption("crypto");
  await page
    .getByRole("textbox", { name: "Content" })
    .fill(
      "Steel plate, paper, or a **split** secret?\n\n- Steel survives a fire\n- Paper doesn't\n\n> Test it first.\n\n```ts\nconst words = 24;\n```\n",
    );
  await page.getByRole("textbox", { name: /Tags/ }).fill("security");
  await page.keyboard.press("Enter");
}

async function previewPost(page: Page): Promise<void> {
  await writePost(page);
  await click("Preview")(page);
  await page.locator(".prose").first().waitFor();
}

async function openOwnProfile(page: Page): Promise<void> {
  await click(/^Account menu/)(page);
  await page.getByRole("link", { name: "Profile" }).click();
  await page.waitForURL(/\/u\//);
}
