import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { alive, makePost, toastWith } from "./forum.ts";
import { DEMO_ADMIN, makeMember, newName } from "./members.ts";

async function signIn(page: Page, { email, password }: { email: string; password: string }, next: string) {
  await page.goto(`/auth?next=${encodeURIComponent(next)}`);
  await alive(page);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("dialog").getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${next}$`));
  await alive(page);
}

const rowsOf = (page: Page) =>
  page.getByRole("region", { name: "Where you're signed in" }).getByRole("listitem");

test("sessions are listed, one is signed out, then all the others", async ({
  page,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d .*\/auth\/v1\//);
  const person = await makeMember(page.context());
  const phone = await (
    await openContext({
      userAgent:
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
    })
  ).newPage();
  await signIn(phone, person, "/settings/sessions");
  await expect(rowsOf(phone).first()).toContainText(/Chrome on Android\s*This session/);
  await page.goto("/settings/sessions");
  await alive(page);
  const rows = rowsOf(page);
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("This session");
  await expect(rows.last()).toContainText("127.0.0.1");
  await page.getByRole("button", { name: "Sign out Chrome on Android" }).click();
  await expect(toastWith(page, "Signed out there")).toBeVisible();
  await expect(rows).toHaveCount(1);
  await phone.reload();
  await expect(phone).toHaveURL(/\/auth\?next=/);

  await signIn(phone, person, "/settings/sessions");
  await page.reload();
  await alive(page);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(toastWith(page, "Signed out everywhere else")).toBeVisible();
  await expect(rows).toHaveCount(1);
  await phone.reload();
  await expect(phone).toHaveURL(/\/auth\?next=/);
});

test("a copy of everything is one file", async ({ page, member }) => {
  const title = `Taken away ${newName()}`;
  await makePost(page, { title, content: "Words." });
  await page.goto("/settings/data");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe("my-data.json");
  const document = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(document).toMatchObject({
    account: { email: member.email },
    profile: { username: member.username },
    posts: [{ title }],
  });
  // The page is left first: its auth client would write the session back.
  await page.goto("about:blank");
  await page.context().clearCookies();
  const answer = await page.request.get("/settings/data/download", { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([
    302,
    "/auth?next=%2Fsettings%2Fdata%2Fdownload",
  ]);
});

test("an account is deleted with its name and password; its words stay without a name", async ({
  page,
  member,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d /);
  const title = `Left behind ${newName()}`;
  const path = await makePost(page, { title, content: "These words stay." });
  await page.goto("/settings/data");
  await alive(page);
  const name = page.getByLabel(/type your name/);
  await page.getByLabel("Your password").fill("not the password");
  await name.fill(member.username);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("This is not your password.")).toBeVisible();
  await expect(name).toHaveValue(member.username);
  await page.getByLabel("Your password").fill(member.password);
  await name.fill("somebody");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Type your name exactly as it is shown.")).toBeVisible();
  await name.fill(member.username);
  await page.keyboard.press("Enter");
  await expect(toastWith(page, "Your account is deleted")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  expect(await page.evaluate(() => Object.values({ ...localStorage }).join())).not.toContain(member.email);
  expect((await page.context().cookies()).filter(({ value }) => value.includes("base64"))).toEqual([]);

  const reader = await (await openContext()).newPage();
  await reader.goto(path);
  await expect(reader.getByText("These words stay.")).toBeVisible();
  await expect(reader.getByText(member.username)).toHaveCount(0);
  await reader.goto(`/u/${member.username}`);
  await expect(reader.getByText("Oops! Page not found")).toBeVisible();
  await reader.goto("/auth");
  await alive(reader);
  await reader.getByLabel("Email", { exact: true }).fill(member.email);
  await reader.getByLabel("Password").fill(member.password);
  await reader.getByRole("dialog").getByRole("button", { name: "Login", exact: true }).click();
  await expect(toastWith(reader, "Login failed")).toBeVisible();
});

test("the only administrator is told to make another first", async ({ page, allowProblem }) => {
  allowProblem(/status of 409 /);
  await signIn(page, DEMO_ADMIN, "/settings/data");
  await page.getByLabel("Your password").fill(DEMO_ADMIN.password);
  const label = (await page.getByText(/type your name/).textContent()) ?? "";
  await page.getByLabel(/type your name/).fill(label.split(": ")[1] ?? "");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(
    page.getByText("Make somebody else an administrator first, then delete your account."),
  ).toBeVisible();
});
