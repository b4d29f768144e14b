import { tryExample } from "./ai-tools.ts";
import { findIssuesAtWidths, findViolationsInThemes, measureOverflow } from "./axe.ts";
import { ControlChecker } from "./controls.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, getToast, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName } from "./members.ts";
import { listScreens, showScreen } from "./screens.ts";

/** Screens whose layout depends most on the width. */
const CHECKED_AT_WIDTHS = ["home", "forum", "news", "article"];
/** sign-in-screens.spec.ts, search.spec.ts and the last test of this file check these in more states. */
const CHECKED_ELSEWHERE = ["auth", "register", "site search", "create"];

for (const role of ["visitor", "member"] as const) {
  test(`every control works, every link has a target, and every screen is accessible in both themes and fits every width: ${role}`, async ({
    openContext,
    plain: author,
    allowProblem,
  }) => {
    allowProblem(/status of 404 /);
    const screens = await listScreens(author);
    const context = await openContext({ reducedMotion: "reduce" });
    if (role === "member") await createMember(context);
    const page = await context.newPage();
    const controls = new ControlChecker(page);
    const issues: string[] = [];
    await page.goto("/");
    await waitUntilInteractive(page);
    for (const screen of screens) {
      if (screen.isMemberOnly && role === "visitor") continue;
      // All other screens look the same to members and visitors, except for the header, which all screens share.
      const isCheckedForMembers =
        screen.isMemberOnly ||
        ["home", "forum search", "post", "comment", "reply form without JavaScript"].includes(screen.name);
      if (role === "member" && !isCheckedForMembers) continue;
      await showScreen(page, screen.path);
      await controls.read(screen.name);
      if (CHECKED_AT_WIDTHS.includes(screen.name)) {
        const screenIssues = await findIssuesAtWidths(page, { withFrame: screen.name === "home" });
        issues.push(...screenIssues.map((issue) => `${screen.name}: ${issue}`));
        continue;
      }
      const violations = CHECKED_ELSEWHERE.includes(screen.name) ? [] : await findViolationsInThemes(page);
      issues.push(...violations.map((violation) => `${screen.name}: ${violation}`));
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = await measureOverflow(page);
        if (overflow > 0) issues.push(`${screen.name}: ${overflow} pixels too wide at ${width}`);
      }
    }
    expect([...issues, ...(await controls.findProblems())]).toEqual([]);
  });
}

test("everything that opens is accessible: dialogs, menus, toasts, editors", async ({
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d /);
  const context = await openContext();
  const page = await context.newPage();
  const issues: string[] = [];
  const check = async (label: string) => {
    issues.push(...(await findViolationsInThemes(page)).map((violation) => `${label}: ${violation}`));
  };

  await page.goto("/terms");
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: "Toggle theme" }).click();
  await check("theme menu");
  await page.keyboard.press("Escape");
  await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await check("sign-in dialog");
  await page.getByLabel("Email", { exact: true }).fill("unknown@example.org");
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("dialog").getByRole("button", { name: "Login" }).click();
  await expect(getToast(page, "Login failed")).toBeVisible();
  await check("sign-in dialog with an error");
  await page.getByRole("tab", { name: "Register" }).click();
  await check("register tab");

  const { username } = await createMember(context);
  const path = await createPost(page, { title: `Opened ${generateName()}`, content: "Text of the post." });
  await page.goto(path);
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: `Account menu: ${username}` }).click();
  await check("user menu");
  await page.keyboard.press("Escape");
  await page.getByLabel("Write a comment").fill("A comment.");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await page.getByRole("link", { name: "Reply" }).click();
  await check("reply form and toast");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.locator("li[id^=comment-]").getByRole("link", { name: "Edit" }).click();
  await check("comment being edited");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.locator("li[id^=comment-]").getByRole("button", { name: "Delete" }).click();
  await check("confirmation before deleting");
  await showScreen(page, `${path}/edit`);
  await check("editing a post");
  await showScreen(page, "/create");
  await page.getByRole("button", { name: "Post to Community" }).click();
  await expect(getToast(page, "Missing Information")).toBeVisible();
  await check("create with missing information");
  await page.getByLabel("Title").fill("Bitcoin fees explained");
  await page.getByRole("textbox", { name: "Content" }).fill("Some *words*.");
  await page.getByRole("button", { name: "Preview" }).click();
  await check("create with preview and similar posts");
  await showScreen(page, "/ai-tools?tool=chatbot");
  await page.getByRole("switch", { name: "Save my conversations" }).click();
  await expect(getToast(page, "History turned on")).toBeVisible();
  await tryExample(page);
  await page.getByRole("link", { name: "History", exact: true }).click();
  await expect(page.getByRole("button", { name: "Delete What is a rollup?" })).toBeVisible();
  await check("AI history");
  await page.getByRole("link", { name: "Rename What is a rollup?" }).click();
  await check("renaming a conversation");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Delete What is a rollup?" }).click();
  await check("confirmation before deleting a conversation");
  expect(issues).toEqual([]);
});
