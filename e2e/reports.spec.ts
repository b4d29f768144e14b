import type { Page } from "@playwright/test";
import { findIssuesAtWidths, findViolationsInThemes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, getComment, getToast, sendForm, waitUntilInteractive } from "./forum.ts";
import { readTestEnvironment } from "./global-setup.ts";
import { createMember, generateName, signInAsAdmin } from "./members.ts";

const toForm = (fields: Record<string, string>) => new URLSearchParams(fields);
const buildReportPath = (path: string) => `/report?kind=post&id=${path.split("/").pop()}`;

/** A post by a member other than the page's. */
async function createOthersPost(page: Page, fields: { title: string; content: string }): Promise<string> {
  await createMember(page.context());
  const path = await createPost(page, fields);
  await createMember(page.context());
  return path;
}

/** A post reported by a member. */
async function createReportedPost(page: Page, title: string, text = ""): Promise<string> {
  const path = await createOthersPost(page, { title, content: "Buy one, get none." });
  const response = await sendForm(page, buildReportPath(path), toForm({ reason: "spam", text, back: path }));
  expect(response.status()).toBe(302);
  await page.context().clearCookies({ name: "lattice-notice" });
  return path;
}

/** Opens the review of a report, for administrators. */
async function openReview(page: Page, title: string): Promise<void> {
  await page.goto("/admin?tab=reports");
  await waitUntilInteractive(page);
  await page.getByRole("link", { name: `Review: ${title}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reported post" })).toBeVisible();
}

test("a member reports a post in a dialog, once, using only the keyboard", async ({ page, allowProblem }) => {
  allowProblem(/status of 4(22|09)/);
  const path = await createOthersPost(page, {
    title: `A miracle ${generateName()}`,
    content: "It cures all.",
  });
  await page.goto(path);
  await waitUntilInteractive(page);
  await page.getByRole("link", { name: "Report this post" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Report this post" });
  await expect(dialog).toContainText("Only administrators can see that you reported it.");
  for (const name of ["Spam", "Harassment", "Misinformation", "Other"])
    await expect(dialog.getByRole("radio", { name })).toBeVisible();

  await dialog.getByRole("radio", { name: "Other" }).press(" ");
  await dialog.getByRole("button", { name: "Send report" }).press("Enter");
  await expect(dialog.getByText("Tell us what's wrong.")).toBeVisible();
  const details = dialog.getByLabel("Details");
  await details.fill("x".repeat(501));
  await expect(dialog.getByText("501/500")).toBeVisible();
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog.getByText("A report can have at most 500 characters. This one has 501.")).toBeVisible();
  await expect(details).toHaveValue("x".repeat(501));
  await details.fill("It cures nothing.");
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(getToast(page, "Report sent")).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole("link", { name: "Report this post" }).click();
  await dialog.getByRole("radio", { name: "Spam" }).check();
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Already reported");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("link", { name: "Report this post" })).toBeFocused();
});

test("comments and profiles can be reported the same way, except one's own", async ({ page }) => {
  const author = await createMember(page.context());
  const path = await createPost(page, { title: `Talk ${generateName()}`, content: "Say something." });
  const text = `My own words ${generateName()}`;
  await sendForm(page, path, toForm({ intent: "comment", content: text, parentId: "" }));
  await page.context().clearCookies({ name: "lattice-notice" });
  for (const [url, name] of [
    [path, "Report this post"],
    [path, "Report this comment"],
    [`/u/${author.username}`, "Report this profile"],
  ] as const) {
    await page.goto(url);
    await expect(page.getByRole("link", { name })).toHaveCount(0);
  }

  await createMember(page.context());
  await page.goto(path);
  await waitUntilInteractive(page);
  await getComment(page, text).getByRole("link", { name: "Report this comment" }).click();
  let dialog = page.getByRole("dialog", { name: "Report this comment" });
  await dialog.getByRole("radio", { name: "Harassment" }).check();
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(getToast(page, "Report sent")).toBeVisible();

  await page.goto(`/u/${author.username}`);
  await waitUntilInteractive(page);
  await page.getByRole("link", { name: "Report this profile" }).click();
  dialog = page.getByRole("dialog", { name: "Report this profile" });
  await dialog.getByRole("radio", { name: "Misinformation" }).check();
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(getToast(page, "Report sent")).toBeVisible();
});

test("a visitor is asked to sign in first, and returns to the report", async ({ page, openContext }) => {
  const path = await createOthersPost(page, {
    title: `Seen by visitors ${generateName()}`,
    content: "Hello.",
  });
  const visitor = await (await openContext()).newPage();
  await visitor.goto(path);
  await waitUntilInteractive(visitor);
  await visitor.getByRole("link", { name: "Report this post" }).click();
  await expect(visitor).toHaveURL(new RegExp(`/auth\\?next=${encodeURIComponent("/report?kind=post")}`));
});

test("without JavaScript, a report is sent from a page that preserves the input and recognizes duplicates", async ({
  page,
  openContext,
  allowProblem,
}) => {
  allowProblem(/request failed: .* csp$|status of 422/);
  const path = await createOthersPost(page, { title: `No JavaScript ${generateName()}`, content: "Hello." });
  const plain = await openContext({ javaScriptEnabled: false });
  await plain.addCookies(await page.context().cookies());
  const plainPage = await plain.newPage();
  await plainPage.goto(path);
  await plainPage.getByRole("link", { name: "Report this post" }).click();
  await expect(plainPage.getByRole("heading", { level: 1, name: "Report this post" })).toBeVisible();
  await plainPage.getByRole("radio", { name: "Other" }).check();
  await plainPage.getByLabel("Details").fill("y".repeat(501));
  await plainPage.getByRole("button", { name: "Send report" }).click();
  await expect(plainPage.getByText("this one has 501")).toBeVisible();
  await expect(plainPage.getByRole("radio", { name: "Other" })).toBeChecked();
  await expect(plainPage.getByLabel("Details")).toHaveValue("y".repeat(501));
  await plainPage.getByLabel("Details").fill("Not nice.");
  await plainPage.getByRole("button", { name: "Send report" }).click();
  await expect(plainPage).toHaveURL(new RegExp(`${path}$`));
  await expect(plainPage.getByText("Report sent")).toBeVisible();
  await plainPage.getByRole("link", { name: "Report this post" }).click();
  await expect(plainPage.getByText("You've already reported this post.")).toBeVisible();
});

test("the demo has the three reports of the specification, and an administrator reviews one", async ({
  page,
}) => {
  await signInAsAdmin(page.context());
  await page.goto("/admin?tab=reports");
  const list = page.getByRole("region", { name: "Reports" });
  for (const name of ["Spam", "Harassment", "Misinformation"])
    await expect(list.getByText(name, { exact: true }).first()).toBeVisible();
  const unknown = await page.request.get("/admin/reports/00000000-0000-4000-8000-000000000000");
  expect(unknown.status()).toBe(404);
  expect(await unknown.text()).toContain("This report doesn&#x27;t exist.");
  await openReview(page, "4 bits is enough for everyone. Change my mind.");
  await expect(page.getByRole("link", { name: "View in context" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Author" })).toContainText("gradient_descent");
  const reporters = page.getByRole("region", { name: "Reporters" });
  await expect(reporters).toContainText("ines_okafor");
  await expect(reporters).toContainText("The author walked it back in the comments");
});

test("an administrator removes a reported post, which updates the queue, the log and the outbox", async ({
  page,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 4(22|04)/);
  const title = `Not a scam ${generateName()}`;
  const path = await createReportedPost(page, title, "It is one.");
  const adminPage = await (await openContext()).newPage();
  await signInAsAdmin(adminPage.context());
  await openReview(adminPage, title);
  await adminPage.getByRole("radio", { name: "Delete" }).check();
  await adminPage.getByRole("button", { name: "Take Action" }).click();
  await expect(adminPage.getByText("Enter a message to the reporters and the author.")).toBeVisible();
  await adminPage.getByLabel("Message to reporters and author").fill("It promises the impossible.");
  await adminPage.getByRole("button", { name: "Take Action" }).click();
  await expect(getToast(adminPage, "Report resolved")).toBeVisible();
  await expect(adminPage).toHaveURL(/\/admin\?tab=reports$/);
  await expect(adminPage.getByRole("link", { name: `Review: ${title}` })).toHaveCount(0);

  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Post Not Found" })).toBeVisible();
  await adminPage.goto("/admin?tab=reports&state=decided");
  await adminPage.getByRole("link", { name: `Review: ${title}` }).click();
  await expect(adminPage.getByRole("region", { name: "Outcome" })).toContainText(
    /Content deleted\s*by admin/,
  );
  await expect(adminPage.getByText("Deleted: only administrators can see it.")).toBeVisible();
  await adminPage.goto("/admin?tab=log");
  await expect(
    adminPage.getByRole("listitem").filter({ hasText: `resolved the reports on post: ${title}` }),
  ).toHaveCount(1);
  await adminPage.goto("/admin/outbox");
  await expect(
    adminPage.getByRole("link", { name: "Your report on Lattice was reviewed" }).first(),
  ).toBeVisible();
  await expect(
    adminPage.getByRole("link", { name: "Your post on Lattice was reported" }).first(),
  ).toBeVisible();
});

test("without JavaScript, an administrator who edits sees only the fields of that action", async ({
  page,
  openContext,
  allowProblem,
}) => {
  allowProblem(/request failed: .* csp$|status of 422/);
  const title = `Plain words ${generateName()}`;
  const path = await createReportedPost(page, title);
  const plain = await openContext({ javaScriptEnabled: false });
  await signInAsAdmin(plain);
  const adminPage = await plain.newPage();
  await adminPage.goto("/admin?tab=reports");
  await adminPage.getByRole("link", { name: `Review: ${title}` }).click();
  await expect(adminPage.getByLabel("Text", { exact: true })).toBeHidden();
  await adminPage.getByRole("radio", { name: "Edit" }).check();
  await adminPage.getByLabel("Text", { exact: true }).fill("Buy nothing here.");
  await adminPage.getByRole("button", { name: "Take Action" }).click();
  await expect(adminPage.getByText("Enter a message to the reporters and the author.")).toBeVisible();
  await expect(adminPage.getByLabel("Text", { exact: true })).toHaveValue("Buy nothing here.");
  await adminPage.getByLabel("Message to reporters and author").fill("An address was here.");
  await adminPage.getByRole("button", { name: "Take Action" }).click();
  await expect(adminPage.getByText("The reporters and the author have been notified.")).toBeVisible();
  await adminPage.goto(path);
  await expect(adminPage.getByText("Buy nothing here.")).toBeVisible();
});

test("an administrator suspends the author and removes the post in one decision", async ({
  page,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 404/);
  const title = `The last straw ${generateName()}`;
  const author = await createMember(page.context());
  const path = await createPost(page, { title, content: "Again." });
  await createMember(page.context());
  await sendForm(page, buildReportPath(path), toForm({ reason: "harassment", text: "", back: path }));
  await page.context().clearCookies({ name: "lattice-notice" });

  const adminPage = await (await openContext()).newPage();
  await signInAsAdmin(adminPage.context());
  await openReview(adminPage, title);
  await adminPage.getByRole("radio", { name: "Suspend" }).check();
  await adminPage.getByLabel("Duration").selectOption("3d");
  await adminPage.getByLabel("Also delete the post").check();
  await adminPage.getByLabel("Message to reporters and author").fill("Third time this week.");
  await adminPage.getByRole("button", { name: "Take Action" }).click();
  await expect(getToast(adminPage, "Report resolved")).toBeVisible();
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Post Not Found" })).toBeVisible();
  const { email, password } = author;
  const again = await fetch(`${readTestEnvironment().url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    body: JSON.stringify({ email, password }),
  });
  expect(again.ok).toBe(false);
});

test("the second of two administrators sees that the first has already decided", async ({
  page,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 4(22|09)/);
  const title = `Both at once ${generateName()}`;
  await createReportedPost(page, title);
  const firstPage = await (await openContext()).newPage();
  const secondPage = await (await openContext()).newPage();
  for (const adminPage of [firstPage, secondPage]) {
    await signInAsAdmin(adminPage.context());
    await openReview(adminPage, title);
    await adminPage.getByRole("radio", { name: "Dismiss" }).check();
    await adminPage.getByLabel("Message to reporters and author").fill("Harmless.");
  }
  await firstPage.getByRole("button", { name: "Take Action" }).click();
  await expect(getToast(firstPage, "Report resolved")).toBeVisible();
  await secondPage.getByRole("button", { name: "Take Action" }).click();
  await expect(secondPage.getByText("admin has already resolved these reports.")).toBeVisible();
  await expect(secondPage.getByLabel("Message to reporters and author")).toHaveValue("Harmless.");
});

test("the report screens are accessible and fit the screen", async ({ openContext }) => {
  const context = await openContext();
  const page = await context.newPage();
  const title = `Looked at ${generateName()} ${"averylongwordwithoutabreak".repeat(4)}`;
  const path = await createReportedPost(page, title, `${"long".repeat(60)} words`);
  await createMember(context);
  await page.goto(buildReportPath(path));
  await waitUntilInteractive(page);
  expect(await findIssuesAtWidths(page), "the page").toEqual([]);
  await page.goto(path);
  await waitUntilInteractive(page);
  await page.getByRole("link", { name: "Report this post" }).click();
  await expect(page.getByRole("dialog", { name: "Report this post" })).toBeVisible();
  expect(await findViolationsInThemes(page), "the dialog").toEqual([]);

  await signInAsAdmin(context);
  for (const tab of ["reports", "reports&state=decided"]) {
    await page.goto(`/admin?tab=${tab}`);
    await waitUntilInteractive(page);
    expect(await findIssuesAtWidths(page), tab).toEqual([]);
  }
  await openReview(page, title);
  for (const name of ["Edit", "Suspend"]) {
    await page.getByRole("radio", { name }).check();
    expect(await findIssuesAtWidths(page), name).toEqual([]);
  }
});
