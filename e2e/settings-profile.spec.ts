import type { Page } from "@playwright/test";
import { decodeJwt } from "jose";
import sharp from "sharp";
import { expect, test } from "./fixtures.ts";
import { createPost, getToast, waitUntilInteractive } from "./forum.ts";
import { createNoisePng, createPng } from "./images.ts";
import { createMember, expireSession, generateName, readStoredSession, storeSession } from "./members.ts";

const REFUSED_REQUEST = /status of 4\d\d .*\/settings/;

async function openPage(page: Page, path = "/settings") {
  await page.goto(path);
  await waitUntilInteractive(page);
}

const getBioField = (page: Page) => page.getByRole("textbox", { name: "Bio" });
const getMenuAvatar = (page: Page) => page.getByRole("button", { name: /^Account menu:/ }).locator("img");
const getCropArea = (page: Page) => page.getByRole("group", { name: "Crop area" });

/** Returns the size and the dominant color of one of this site's images. */
async function inspectPicture(page: Page, src: string | null) {
  const bytes = await (await page.request.get(src ?? "")).body();
  const { width, height } = await sharp(bytes).metadata();
  const { dominant } = await sharp(bytes).stats();
  return { width, height, dominant };
}

test("a visitor must sign in to open the settings and is then returned to them", async ({
  plain,
  openContext,
}) => {
  const { email, password } = await createMember(await openContext());
  await plain.goto("/settings/security");
  expect(plain.path).toBe("/auth?next=%2Fsettings%2Fsecurity");
  await plain.submit("Login", { Email: email, Password: password });
  expect(plain.find("h1").text).toBe("Security");
});

test("the account menu opens the settings, where username, bio and picture are changed, and refused values stay in their fields", async ({
  page,
  plain,
  member,
  allowProblem,
  openContext,
}) => {
  allowProblem(REFUSED_REQUEST);
  await test.step("the account menu opens the settings", async () => {
    await openPage(page, "/terms");
    await page.getByRole("button", { name: `Account menu: ${member.username}` }).click();
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await expect(page).toHaveURL(/\/settings$/);
    await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
    const sections = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
    await expect(sections).toHaveText(["Profile", "Security", "Notifications", "Your data"]);
  });

  await test.step("a profile picture can be cropped with the pointer or the keyboard, and appears in the menu and next to posts", async () => {
    const title = `Pictured ${generateName()}`;
    await createPost(page, { title, content: "Text." });
    // The left half of the picture is red, and the right half is blue.
    const redImage = await createPng("red.png", 300, 300, "red");
    const buffer = await sharp({ create: { width: 600, height: 300, channels: 3, background: "blue" } })
      .composite([{ input: redImage.buffer, left: 0, top: 0 }])
      .png()
      .toBuffer();
    await page
      .getByLabel("Choose a picture")
      .setInputFiles({ name: "two.png", mimeType: "image/png", buffer });
    await expect(getCropArea(page)).toBeVisible();
    // Dragging to the right reveals the left half.
    const box = await getCropArea(page).boundingBox();
    if (!box) throw new Error("the crop area isn't visible");
    await page.mouse.move(box.x + 60, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 250, box.y + 60, { steps: 4 });
    await page.mouse.up();
    await page.getByRole("button", { name: "Save picture" }).click();
    await expect(getToast(page, "Profile picture changed")).toBeVisible();
    await expect(getMenuAvatar(page)).toHaveAttribute("src", /^\/storage\/v1\/object\/public\/avatars\//);
    const firstUrl = await getMenuAvatar(page).getAttribute("src");
    expect(await inspectPicture(page, firstUrl)).toMatchObject({ width: 256, height: 256 });
    expect((await inspectPicture(page, firstUrl)).dominant.r).toBeGreaterThan(200);

    // By keyboard: zoom in and move to the other half.
    const chooserPromise = page.waitForEvent("filechooser");
    await page.getByLabel("Choose another picture").focus();
    await page.keyboard.press("Enter");
    await (await chooserPromise).setFiles({ name: "two.png", mimeType: "image/png", buffer });
    await getCropArea(page).focus();
    for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press("+");
    for (let presses = 0; presses < 60; presses += 1) await page.keyboard.press("ArrowRight");
    await expect(page.getByLabel("Zoom")).toHaveValue("1.5");
    await page.getByRole("button", { name: "Save picture" }).focus();
    await page.keyboard.press("Enter");
    await expect(getMenuAvatar(page)).not.toHaveAttribute("src", firstUrl ?? "");
    const secondUrl = await getMenuAvatar(page).getAttribute("src");
    expect((await inspectPicture(page, secondUrl)).dominant.b).toBeGreaterThan(200);

    await plain.goto(`/forum?sort=new&q=${encodeURIComponent(title)}`);
    const card = plain.find("article", { text: title });
    expect(card.findAll("img").map((image) => image.attribute("src"))).toContain(secondUrl);
    await page.getByRole("button", { name: "Remove picture" }).click();
    await expect(getToast(page, "Profile picture removed")).toBeVisible();
    await expect(getMenuAvatar(page)).toHaveAttribute("src", `/avatars/${member.username}.svg`);
    expect((await page.request.get(secondUrl ?? "")).status()).not.toBe(200);
  });

  await test.step("a bio has a character counter and is shown on the profile; one that is too long is refused but not lost", async () => {
    const longBio = "x".repeat(501);
    await getBioField(page).fill(longBio);
    await expect(page.getByText("501/500")).toBeVisible();
    await page.getByRole("button", { name: "Save bio" }).click();
    await expect(page.getByText("A bio can have at most 500 characters. This one has 501.")).toBeVisible();
    await expect(getBioField(page)).toHaveValue(longBio);
    await getBioField(page).fill("One line.\nAnother <b>line</b>.");
    await page.getByRole("button", { name: "Save bio" }).click();
    await expect(getToast(page, "Bio saved")).toBeVisible();
    await expect(page.getByRole("button", { name: "Save bio" })).toBeFocused();
    expect((await plain.goto(`/u/${member.username}`)).text).toContain("Another <b>line</b>.");
  });

  await test.step("invalid files are refused with the reason, and a large valid one is accepted", async () => {
    const input = page.getByLabel("Choose a picture");
    const svg = { name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") };
    await input.setInputFiles(svg);
    await expect(page.getByText("This file isn't a JPEG, PNG, WebP, GIF or AVIF image.")).toBeVisible();
    await input.setInputFiles({
      ...(await createPng("big.png")),
      buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
    });
    await expect(page.getByText("This image is 10.1 MB. The limit is 10 MB.")).toBeVisible();
    // This file is larger than the limit for other forms.
    const largeFile = await createNoisePng("large.png", 900, 900);
    expect(largeFile.buffer.length).toBeGreaterThan(1.5 * 1024 * 1024);
    await input.setInputFiles(largeFile);
    await page.getByRole("button", { name: "Save picture" }).click();
    await expect(getMenuAvatar(page)).toHaveAttribute("src", /^\/storage\/v1\/object\/public\/avatars\//);
  });

  await test.step("a changed username is shown in the account menu and on earlier posts; a refused one stays in the field", async () => {
    const title = `Signed ${generateName()}`;
    const path = await createPost(plain, { title, content: "Text." });
    const otherMember = await createMember(await openContext());
    const field = page.getByRole("textbox", { name: "Username" });
    await field.fill(otherMember.username.toUpperCase());
    await page.getByRole("button", { name: "Save username" }).click();
    await expect(page.getByText("This username is taken, or looks too much like one that is.")).toBeVisible();
    await expect(field).toHaveValue(otherMember.username.toUpperCase());
    await expect(field).toBeFocused();
    await field.fill("Adm1n");
    await field.press("Enter");
    await expect(page.getByText("This username is reserved.")).toBeVisible();

    const name = generateName("renamed");
    await field.fill(name);
    await field.press("Enter");
    await expect(getToast(page, "Username changed")).toBeVisible();
    await expect(page.getByRole("button", { name: `Account menu: ${name}` })).toBeVisible();
    // The access token contains the username, so the token must have been refreshed.
    await expect
      .poll(async () => decodeJwt((await readStoredSession(page.context())).access_token))
      .toMatchObject({ user_metadata: { username: name } });
    await plain.goto(path);
    expect(plain.find("article").text).toContain(name);
    expect(plain.text).not.toContain(member.username);
  });
});

test("unsaved text survives the expiry and the end of a session", async ({
  page,
  plain,
  context,
  member,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d /);
  await openPage(page);
  await getBioField(page).fill("Typed before the session expired.");
  await storeSession(context, expireSession(member.session));
  await page.getByRole("button", { name: "Save bio" }).click();
  await expect(getToast(page, "Bio saved")).toBeVisible();

  await getBioField(page).fill("Typed before the session was ended.");
  await context.clearCookies();
  await page.getByRole("button", { name: "Save bio" }).click();
  await expect(page.getByText("Please sign in to continue.")).toBeVisible();
  await expect(getBioField(page)).toHaveValue("Typed before the session was ended.");
  await plain.goto("/auth?next=/settings");
  await plain.submit("Login", { Email: member.email, Password: member.password });
  await page.goto("/settings");
  await expect(getBioField(page)).toHaveValue("Typed before the session was ended.");
});
