import { createUser, expect, test } from "./accounts.ts";
import { getSection, signIn } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { waitUntilInteractive } from "./forum.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("the security page shows devices and recent sign-ins, including refused ones", async ({
      site,
      openContext,
      allowProblem,
    }) => {
      allowProblem(/status of 4\d\d /);
      if (!javaScriptEnabled) allowProblem(/request failed: .*\.js csp$/);
      const user = await createUser(site);
      for (let attempt = 0; attempt < 2; attempt += 1)
        await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
          method: "POST",
          headers: { "Content-Type": "application/json", "User-Agent": FIREFOX },
          body: JSON.stringify({ email: user.email, password: "guessed" }),
        });
      const context = await openContext({ javaScriptEnabled });
      await signIn(site, context, user);
      const page = await context.newPage();
      const signIns = getSection(page, "Recent sign-ins").getByRole("listitem");
      // Refusals are recorded in the background.
      await expect(async () => {
        await page.goto(`${site.url}/settings/security`);
        await expect(signIns).toHaveCount(2, { timeout: 500 });
        await expect(signIns.last()).toContainText("Refused 2 times · Firefox on Windows · Local network", {
          timeout: 500,
        });
      }).toPass();
      await expect(signIns.first()).toContainText("Password");
      await expect(signIns.first()).toContainText("Successful · ");
      const device = getSection(page, "Devices").getByRole("listitem");
      await expect(device).toContainText("This device");
      await expect(device).toContainText("Local network");
      if (javaScriptEnabled) {
        await waitUntilInteractive(page);
        expect(await findIssuesAtWidths(page)).toEqual([]);
      }
    });
  });

test("the device list's old URL leads to it", async ({ site, page, user }) => {
  await signIn(site, page.context(), user);
  await page.goto(`${site.url}/settings/sessions`);
  await expect(page).toHaveURL(/\/settings\/security#devices$/);
});
