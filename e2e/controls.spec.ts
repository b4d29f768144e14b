import { ControlChecker } from "./controls.ts";
import { expect, test } from "./fixtures.ts";
import { waitUntilInteractive } from "./forum.ts";
import { signInAsAdmin } from "./members.ts";
import { showScreen } from "./screens.ts";

const ADMIN_PATHS = [
  ...["users", "content", "reports", "analytics", "settings", "log"].map((tab) => `/admin?tab=${tab}`),
  ...["comments", "articles", "sources"].map((kind) => `/admin?tab=content&kind=${kind}`),
  ...["/admin/content/sources/new", "/admin/newsletter", "/admin/outbox", "/admin/apps"],
];

// Screens of visitors and members are covered by accessibility.spec.ts.
test("every control on every screen works, and every link has a target: administrator", async ({ page }) => {
  await signInAsAdmin(page.context());
  const controls = new ControlChecker(page);
  await page.goto("/admin");
  await waitUntilInteractive(page);
  for (const path of ADMIN_PATHS) {
    await showScreen(page, path);
    await controls.read(path);
  }
  expect(await controls.findProblems()).toEqual([]);
});
