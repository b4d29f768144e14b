import { ControlsOfScreens } from "./controls.ts";
import { expect, test } from "./fixtures.ts";
import { alive } from "./forum.ts";
import { signInAsAdmin } from "./members.ts";

const OF_ADMINISTRATORS = [
  ...["users", "content", "reports", "analytics", "settings", "log"].map((tab) => `/admin?tab=${tab}`),
  ...["comments", "articles", "sources"].map((kind) => `/admin?tab=content&kind=${kind}`),
  ...["/admin/content/sources/new", "/admin/newsletter", "/admin/outbox"],
];

// Those of visitors and members are in accessibility.spec.ts, which goes to their screens as well.
test("every control of every screen acts, and every link leads somewhere: administrator", async ({
  page,
}) => {
  await signInAsAdmin(page.context());
  const controls = new ControlsOfScreens(page);
  for (const path of OF_ADMINISTRATORS) {
    await page.goto(path);
    await alive(page);
    await controls.read(path);
  }
  expect(await controls.faults()).toEqual([]);
});
