import type { Page } from "@playwright/test";
import { findIssuesAtWidths, findViolationsInThemes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, getComment, getToast, type Requester, sendForm, waitUntilInteractive } from "./forum.ts";
import { readTestEnvironment } from "./global-setup.ts";
import { createMember, generateName, signInAsAdmin } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

const toForm = (fields: Record<string, string>) => new URLSearchParams(fields);
const buildReportPath = (path: string) => `/report?kind=post&id=${path.split("/").pop()}`;

/** Creates a post by one member and leaves the page signed in as another. */
async function createPostByAnotherMember(
  page: Requester,
  fields: { title: string; content: string },
): Promise<string> {
  await createMember(page.context());
  const path = await createPost(page, fields);
  await createMember(page.context());
  return path;
}

/** Creates a post and reports it as another member. */
async function createReportedPost(page: Requester, title: string, text = ""): Promise<string> {
  const path = await createPostByAnotherMember(page, { title, content: "Buy one, get none." });
  const response = await sendForm(page, buildReportPath(path), toForm({ reason: "spam", text, back: path }));
  expect(response.status()).toBe(302);
  await page.context().clearCookies({ name: "lattice-notice" });
  return path;
}

/** Opens the review of a reported post. The page must be signed in as an administrator. */
async function openReview(page: Page, title: string): Promise<void> {
  await page.goto("/admin?tab=reports");
  await waitUntilInteractive(page);
  await page.getByRole("link", { name: `Review: ${title}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reported post" })).toBeVisible();
}

test("a member reports a post in a dialog, and comments and profiles the same way, except their own", async ({
  page,
  plain,
  allowProblem,
}) => {
  allowProblem(/status of 4(22|09)/);
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
    await plain.goto(url);
    expect(plain.findAll("link", name)).toEqual([]);
  }

  await createMember(page.context());
  await page.goto(path);
  await waitUntilInteractive(page);

  await test.step("a member reports a post, once, in a dialog that works by keyboard", async () => {
    await page.getByRole("link", { name: "Report this post" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Report this post" });
    await expect(dialog).toContainText("Only administrators can see that you reported it.");
    expect(await findViolationsInThemes(page), "the dialog").toEqual([]);
    for (const name of ["Spam", "Harassment", "Misinformation", "Other"])
      await expect(dialog.getByRole("radio", { name })).toBeVisible();

    await dialog.getByRole("radio", { name: "Other" }).press(" ");
    await dialog.getByRole("button", { name: "Send report" }).press("Enter");
    await expect(dialog.getByText("Tell us what's wrong.")).toBeVisible();
    await expect(dialog.getByLabel("Details")).toBeFocused();
    const details = dialog.getByLabel("Details");
    await details.fill("x".repeat(501));
    await expect(dialog.getByText("501/500")).toBeVisible();
    await dialog.getByRole("button", { name: "Send report" }).click();
    await expect(
      dialog.getByText("A report can have at most 500 characters. This one has 501."),
    ).toBeVisible();
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

  await test.step("comments and profiles can be reported the same way", async () => {
    // Wait until the dialog closes, because the toast of the first report may still be visible. After a refusal, the
    // dialog would stay open.
    await getComment(page, text).getByRole("link", { name: "Report this comment" }).click();
    let dialog = page.getByRole("dialog", { name: "Report this comment" });
    await dialog.getByRole("radio", { name: "Harassment" }).check();
    await dialog.getByRole("button", { name: "Send report" }).click();
    await expect(dialog).toBeHidden();

    await showScreen(page, `/u/${author.username}`);
    await page.getByRole("link", { name: "Report this profile" }).click();
    dialog = page.getByRole("dialog", { name: "Report this profile" });
    await dialog.getByRole("radio", { name: "Misinformation" }).check();
    await dialog.getByRole("button", { name: "Send report" }).click();
    await expect(dialog).toBeHidden();
  });
});

test("a visitor who reports a post is sent to the sign-in page, with the report as the next page", async ({
  plain,
  openContext,
}) => {
  const path = await createPostByAnotherMember(plain, {
    title: `Seen by visitors ${generateName()}`,
    content: "Hello.",
  });
  const visitorPage = new PlainPage(await openContext());
  await visitorPage.goto(path);
  await visitorPage.follow("Report this post");
  expect(visitorPage.path).toContain(`/auth?next=${encodeURIComponent("/report?kind=post")}`);
});

test("without JavaScript, a report is sent from a page that preserves the input and recognizes duplicates", async ({
  plain,
}) => {
  const path = await createPostByAnotherMember(plain, {
    title: `No JavaScript ${generateName()}`,
    content: "Hello.",
  });
  await plain.goto(path);
  await plain.follow("Report this post");
  expect(plain.find("h1").text).toBe("Report this post");
  await plain.submit("Send report", { Other: true, Details: "y".repeat(501) });
  expect(plain.text).toMatch(/this one has 501/i);
  expect(plain.find("field", /^Other/).attribute("checked")).toBeDefined();
  expect(plain.find("field", /^Details/).value).toBe("y".repeat(501));
  await plain.submit("Send report", { Details: "Not nice." });
  expect(plain.path).toBe(path);
  expect(plain.text).toContain("Report sent");
  await plain.follow("Report this post");
  expect(plain.text).toContain("You've already reported this post.");
});

test("the demo has the specification's three reports, and an administrator reviews one", async ({
  plain,
}) => {
  await signInAsAdmin(plain.context());
  await plain.goto("/admin?tab=reports");
  const reportsText = plain.find("region", "Reports").text;
  for (const name of ["Spam", "Harassment", "Misinformation"]) expect(reportsText).toContain(name);
  await plain.follow("Review: 4 bits is enough for everyone. Change my mind.");
  expect(plain.find("h1").text).toBe("Reported post");
  expect(plain.find("link", "View in context")).toBeTruthy();
  expect(plain.find("region", "Author").text).toContain("gradient_descent");
  const reportersText = plain.find("region", /^Reporters/).text;
  expect(reportersText).toContain("ines_okafor");
  expect(reportersText).toContain("The author walked it back in the comments");
  await plain.goto("/admin/reports/00000000-0000-4000-8000-000000000000");
  expect(plain.status).toBe(404);
  expect(plain.text).toContain("This report doesn't exist.");
});

test("an administrator deletes a reported post, which updates the queue, the audit log and the outbox", async ({
  plain: memberPage,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 4(22|04)/);
  const title = `Not a scam ${generateName()}`;
  const path = await createReportedPost(memberPage, title, "It is one.");
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
  await expect(adminPage.getByRole("main")).toBeFocused();

  const plain = new PlainPage(adminPage.context());
  expect((await plain.goto(path)).text).toContain("Post Not Found");
  await plain.goto("/admin?tab=reports&state=decided");
  await plain.follow(`Review: ${title}`);
  expect(plain.find("region", "Outcome").text).toMatch(/Content deleted\s*by admin/);
  expect(plain.text).toContain("Deleted: only administrators can see it.");
  await plain.goto("/admin?tab=log");
  expect(
    plain.findAll("listitem").filter(({ text }) => text.includes(`resolved the reports on post: ${title}`)),
  ).toHaveLength(1);
  await plain.goto("/admin/outbox");
  for (const name of [/^Your report on Lattice was reviewed/, /^Your post on Lattice was reported/])
    expect(plain.findAll("link", name)).not.toEqual([]);
});

test("without JavaScript, the fields of an action are shown only when it is selected, and a refused decision stays in the form", async ({
  plain: memberPage,
  openContext,
  allowProblem,
}) => {
  allowProblem(/request failed: .* csp$|status of 422/);
  const title = `Plain words ${generateName()}`;
  const path = await createReportedPost(memberPage, title);
  const context = await openContext({ javaScriptEnabled: false });
  await signInAsAdmin(context);
  const adminPage = await context.newPage();
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
  expect((await memberPage.goto(path)).text).toContain("Buy nothing here.");
});

test("an administrator suspends the author and deletes the post in one decision", async ({
  plain,
  openContext,
}) => {
  const title = `The last straw ${generateName()}`;
  const author = await createMember(plain.context());
  const path = await createPost(plain, { title, content: "Again." });
  await createMember(plain.context());
  await sendForm(plain, buildReportPath(path), toForm({ reason: "harassment", text: "", back: path }));
  await plain.context().clearCookies({ name: "lattice-notice" });

  const adminPage = new PlainPage(await openContext());
  await signInAsAdmin(adminPage.context());
  await adminPage.goto("/admin?tab=reports");
  await adminPage.follow(`Review: ${title}`);
  await adminPage.submit("Take Action", {
    Suspend: true,
    Duration: "3d",
    "Also delete the post": true,
    "Message to reporters and author": "Third time this week.",
  });
  expect(adminPage.notice).toContain("Report resolved");
  expect((await plain.goto(path)).text).toContain("Post Not Found");
  const { email, password } = author;
  const signInResponse = await fetch(`${readTestEnvironment().url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    body: JSON.stringify({ email, password }),
  });
  expect(signInResponse.ok).toBe(false);
});

test("the report screens are accessible and fit the screen, and the second of two administrators sees the first one's decision", async ({
  page,
  context,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 4(22|09)/);
  const title = `Looked at ${generateName()} ${"averylongwordwithoutabreak".repeat(4)}`;
  const path = await createReportedPost(page, title, `${"long".repeat(60)} words`);
  await createMember(context);
  await page.goto(buildReportPath(path));
  await waitUntilInteractive(page);
  expect(await findIssuesAtWidths(page), "the page").toEqual([]);

  await signInAsAdmin(context);
  await page.goto("/admin?tab=reports&state=decided");
  await waitUntilInteractive(page);
  expect(await findIssuesAtWidths(page), "decided").toEqual([]);
  await showScreen(page, "/admin?tab=reports");
  expect(await findIssuesAtWidths(page), "open").toEqual([]);
  await page.getByRole("link", { name: `Review: ${title}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reported post" })).toBeVisible();
  for (const name of ["Edit", "Suspend"]) {
    await page.getByRole("radio", { name }).check();
    expect(await findIssuesAtWidths(page), name).toEqual([]);
  }

  await test.step("the second of two administrators sees that the first has already decided", async () => {
    await page.getByRole("radio", { name: "Dismiss" }).check();
    await page.getByLabel("Message to reporters and author").fill("Harmless.");
    const firstAdminPage = new PlainPage(await openContext());
    await signInAsAdmin(firstAdminPage.context());
    await firstAdminPage.goto("/admin?tab=reports");
    await firstAdminPage.follow(`Review: ${title}`);
    await firstAdminPage.submit("Take Action", { Dismiss: true, "Message to reporters and author": "Fine." });
    expect(firstAdminPage.notice).toContain("Report resolved");
    await page.getByRole("button", { name: "Take Action" }).click();
    await expect(page.getByText("admin has already resolved these reports.")).toBeVisible();
    await expect(page.getByLabel("Message to reporters and author")).toHaveValue("Harmless.");
  });
});
