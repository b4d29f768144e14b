import { expect, test } from "./fixtures.ts";
import { createPost, sendForm } from "./forum.ts";
import { generateName } from "./members.ts";

/** The pages and forms that only administrators may use, requested without a browser. */

const MISSING_ID = "00000000-0000-4000-8000-000000000000";
/** These paths respond with a file or a document of their own instead of one of the site's pages. */
const DOWNLOADS = ["newsletter/preview", "analytics/download"];
const PAGES = [
  "/admin",
  ...["log", "content", "reports", "settings", "analytics"].map((tab) => `/admin?tab=${tab}`),
  ...["github", "custom", "github&test=x"].map((provider) => `/admin?tab=settings&provider=${provider}`),
  ...["users", "reports"].map((kind) => `/admin/${kind}/${MISSING_ID}`),
  ...["sources/new", `posts/${MISSING_ID}`, `comments/${MISSING_ID}`, `articles/${MISSING_ID}`].map(
    (path) => `/admin/content/${path}`,
  ),
  ...[
    "outbox",
    "outbox/1",
    "newsletter",
    ...DOWNLOADS,
    "branding",
    "invitations",
    "apps",
    `apps/${MISSING_ID}`,
  ].map((path) => `/admin/${path}`),
];
const PROVIDER = { version: "0", clientId: "a", secret: "b" };
const FORMS: readonly (readonly [string, Record<string, string>])[] = [
  [`/admin/users/${MISSING_ID}`, { intent: "role", role: "admin" }],
  ["/admin?tab=settings", { intent: "settings:general", version: "0", siteName: "Mine", adminEmail: "" }],
  [`/admin/reports/${MISSING_ID}`, { intent: "decide", action: "dismiss", conclusion: "x" }],
  ...["save", "turn-on", "turn-off", "remove"].map(
    (action) =>
      ["/admin?tab=settings&provider=github", { intent: `provider:${action}`, ...PROVIDER }] as const,
  ),
];

test("a visitor is redirected to the sign-in page with the path to return to, and can't send admin forms", async ({
  request,
  baseURL,
}) => {
  for (const path of PAGES) {
    const response = await request.get(path, { maxRedirects: 0 });
    expect([path, response.status(), response.headers().location]).toEqual([
      path,
      302,
      `/auth?next=${encodeURIComponent(path)}`,
    ]);
  }
  for (const [path, form] of FORMS) {
    const response = await request.post(path, { form, headers: { Origin: baseURL ?? "" }, maxRedirects: 0 });
    expect([path, form.intent, response.status()]).toEqual([path, form.intent, 401]);
  }
});

test("a member is denied every admin page and form, and isn't shown links to them", async ({
  plain,
  member,
}) => {
  for (const path of PAGES) {
    const response = await plain.request.get(path, { maxRedirects: 0 });
    expect([path, response.status()]).toEqual([path, 403]);
    if (!DOWNLOADS.some((download) => path.endsWith(download)))
      expect(await response.text(), path).toContain("Access Denied");
  }
  const path = await createPost(plain, {
    title: `Untouched ${generateName()}`,
    content: "Text by a member.",
  });
  const pin = { intent: `pin:${path.split("/").pop()}` };
  for (const [target, form] of [...FORMS, ["/admin?tab=content", pin] as const]) {
    const response = await sendForm(plain, target, new URLSearchParams(form));
    expect([target, form.intent, response.status()]).toEqual([target, form.intent, 403]);
  }

  await plain.goto("/admin");
  expect(plain.find("h1").text).toBe("Access Denied");
  expect(plain.text).toContain("You need administrator privileges to access this page.");
  expect(plain.find("link", "Go Back").attribute("href")).toBe("/");
  await plain.goto(path);
  expect(plain.find("article").text).not.toContain("Pinned");
  expect(plain.findAll("link", "Moderate")).toHaveLength(0);
  plain.find("button", `Account menu: ${member.username}`);
  plain.find("link", "Settings");
  for (const name of ["Admin dashboard", "Outbox"]) expect(plain.findAll("link", name)).toHaveLength(0);
});
