import { SESSION_KEY } from "#core/accounts/session-cookie.ts";
import { expect, test } from "./fixtures.ts";
import { waitUntilInteractive } from "./forum.ts";
import { createMember, expireSession, readStoredSession, storeSession } from "./members.ts";

test("a visitor who opens /create is sent to /auth, and back after signing in", async ({
  page,
  plain,
  openContext,
}) => {
  await test.step("the New Post link in the forum leads to /auth", async () => {
    await page.goto("/forum?q=wallet");
    await waitUntilInteractive(page);
    await page.getByRole("link", { name: "New Post" }).click();
    await expect(page).toHaveURL(/\/auth\?next=%2Fcreate$/);
  });

  await test.step("/create redirects to /auth, and signing in leads back to /create", async () => {
    const { email, password } = await createMember(await openContext());
    await plain.goto("/create");
    expect(plain.path).toBe("/auth?next=%2Fcreate");
    expect(plain.text).not.toContain("Share Your Knowledge");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email", { exact: true }).fill(email);
    await dialog.getByLabel("Password").fill(password);
    await dialog.getByRole("button", { name: "Login" }).click();
    await expect(page).toHaveURL(/\/create$/);
    await expect(page.getByRole("heading", { name: "Share Your Knowledge" })).toBeVisible();
  });
});

test("with an expired access token, pages recover by refreshing the session", async ({
  page,
  plain,
  context,
  member,
}) => {
  await test.step("/create shows Loading..., then the page with the refreshed session", async () => {
    await storeSession(context, expireSession(member.session));
    const html = await (await page.request.get("/create")).text();
    expect(html.includes("Loading...")).toBe(true);
    expect(html.includes("Share Your Knowledge")).toBe(false);

    await page.goto("/create");
    await expect(page.getByRole("heading", { name: "Share Your Knowledge" })).toBeVisible();
    await expect(page.getByText("Loading...")).toHaveCount(0);
    await expect(page.getByRole("button", { name: `Account menu: ${member.username}` })).toBeVisible();
    await plain.goto("/create");
    expect(plain.find("h1").text).toBe("Share Your Knowledge");
  });

  await test.step("a public page is first shown as visitors see it, then as the member does", async () => {
    await storeSession(context, expireSession(await readStoredSession(context)));
    const html = await (await page.request.get("/terms")).text();
    expect(html).not.toContain("Account menu: ");
    await page.goto("/terms");
    await expect(page.getByRole("button", { name: `Account menu: ${member.username}` })).toBeVisible();
  });
});

test("with an invalid refresh token, the user ends up signed out at /auth", async ({
  page,
  context,
  member,
  allowProblem,
}) => {
  allowProblem(/status of 400.*auth\/v1\/token|AuthApiError.*Refresh Token|Invalid Refresh Token/s);
  await storeSession(context, { ...expireSession(member.session), refresh_token: "nonexistent0" });
  await page.goto("/create");
  await expect(page).toHaveURL(/\/auth\?next=%2Fcreate$/);
  await expect(page.getByRole("dialog").getByLabel("Email", { exact: true })).toBeVisible();
  const cookies = await context.cookies();
  expect(cookies.filter(({ name }) => name.startsWith(SESSION_KEY))).toEqual([]);
});

test("signing out elsewhere takes effect here immediately", async ({ plain, member }) => {
  await plain.goto("/create");
  expect(plain.text).toContain("Share Your Knowledge");
  const response = await plain.request.post("/auth/v1/logout?scope=global", {
    headers: { Authorization: `Bearer ${member.session.access_token}` },
  });
  expect(response.status()).toBe(204);
  await plain.goto("/forum");
  expect(plain.findAll("button", `Account menu: ${member.username}`)).toHaveLength(0);
});
