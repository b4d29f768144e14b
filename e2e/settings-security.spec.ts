import { expect, test } from "./accounts.ts";
import { getSection, signIn } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { waitUntilInteractive } from "./forum.ts";

const FIREFOX_USER_AGENT = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

test("the security page shows devices and recent sign-ins, including failed ones, and is accessible", async ({
  site,
  user,
  page,
  plain,
}) => {
  for (let attempt = 0; attempt < 2; attempt += 1)
    await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": FIREFOX_USER_AGENT },
      body: JSON.stringify({ email: user.email, password: "guessed" }),
    });
  await signIn(site, page.context(), user);
  const findItems = (section: string) => plain.find("region", section).findAll("listitem");
  // Failed sign-ins are recorded in the background.
  await expect
    .poll(async () => {
      await plain.goto("/settings/security");
      return findItems("Recent sign-ins").map(({ text }) => text);
    })
    .toEqual([
      expect.stringMatching(/Password.*Successful · /),
      expect.stringContaining("Failed 2 times · Firefox on Windows · Local network"),
    ]);
  expect(findItems("Devices").map(({ text }) => text)).toEqual([
    expect.stringMatching(/This device.*Local network|Local network.*This device/),
  ]);
  await page.goto("/settings/security");
  await expect(getSection(page, "Recent sign-ins").getByRole("listitem")).toHaveCount(2);
  await waitUntilInteractive(page);
  expect(await findIssuesAtWidths(page)).toEqual([]);
});

test("the device list's former URL redirects to the new one", async ({ site, plain, user }) => {
  await signIn(site, plain.context(), user);
  const response = await plain.request.get("/settings/sessions", { maxRedirects: 0 });
  expect(response.headers().location).toBe("/settings/security#devices");
});
