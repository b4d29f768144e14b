import type { Page } from "@playwright/test";
import sharp from "sharp";
import { contrast } from "#core/settings/accent.ts";
import { configureSite } from "./accounts.ts";
import { ageSessions, expect, getSection, signIn, test } from "./administration.ts";
import { findIssuesAtWidths, findViolationsInThemes, measureOverflow } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { createPng } from "./images.ts";

// A dedicated site, because branding affects everyone.
configureSite({ DEMO: "on" });
// Browsers log every refused request to the console.
test.beforeEach(({ allowProblem }) => allowProblem(/status of 4\d\d .*\/admin/));

async function openSettings(page: Page): Promise<void> {
  await page.goto("/admin?tab=settings");
  await waitUntilInteractive(page);
}

async function submitSection(page: Page, title: string, button: string): Promise<void> {
  const responsePromise = page.waitForResponse((response) => response.request().method() === "POST");
  await getSection(page, title).getByRole("button", { name: button }).click();
  expect((await responsePromise).status()).toBeLessThan(300);
  await expect(getToast(page, "Settings saved").last()).toBeVisible();
}

async function uploadImage(
  page: Page,
  title: "Logo" | "Favicon",
  file: Awaited<ReturnType<typeof createPng>>,
) {
  await getSection(page, title).getByLabel("Image").setInputFiles(file);
  await submitSection(page, title, "Upload");
}

/** The contrast of everything in the accent color with its background, as computed by the browser. */
async function measureContrasts(page: Page): Promise<Record<string, number>> {
  const pairs = await page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    if (!canvas) throw new Error("no canvas");
    const toHex = (color: string) => {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    };
    const probe = document.body.appendChild(document.createElement("div"));
    const resolveColor = (value: string) => {
      probe.style.color = value;
      return toHex(getComputedStyle(probe).color);
    };
    const button = document.querySelector(".hero a, a.button");
    if (!button) throw new Error("no button");
    const { color, backgroundColor } = getComputedStyle(button);
    const result: Record<string, [string, string]> = {
      "the real button": [toHex(color), toHex(backgroundColor)],
    };
    for (const background of ["canvas", "surface", "raised", "hover", "accent-soft"])
      result[`accent on ${background}`] = [
        resolveColor("var(--accent)"),
        resolveColor(`var(--${background})`),
      ];
    for (const background of ["accent", "accent-strong"])
      result[`text on ${background}`] = [
        resolveColor("var(--on-accent)"),
        resolveColor(`var(--${background})`),
      ];
    probe.remove();
    return result;
  });
  return Object.fromEntries(
    Object.entries(pairs).map(([name, [first, second]]) => [name, contrast(first, second)]),
  );
}

const readAccent = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("div"));
    probe.style.color = "var(--accent)";
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });

test("every accent color is readable in both themes, and visitors' cached pages change immediately", async ({
  page,
  admin,
  runStatement,
  openContext,
}) => {
  const visitor = await (await openContext({ reducedMotion: "reduce" })).newPage();
  await visitor.goto("/");
  const builtIn = await readAccent(visitor);
  await openSettings(page);
  const form = getSection(page, "Accent color");
  await form.getByLabel("Color", { exact: true }).fill("chartreuse");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Enter a color like #0a6b55.")).toBeVisible();
  await ageSessions(runStatement, admin);
  await form.getByLabel("Color", { exact: true }).fill("#ffe600");
  await expect(form.getByRole("status")).toHaveText(
    "To keep text readable, #ffe600 is darkened in the light theme.",
  );
  await form.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByLabel("Your password").fill(admin.password);
  await dialog.getByLabel("Your password").press("Enter");
  await expect(getToast(page, "Settings saved")).toBeVisible();

  for (const color of ["#ffe600", "#000000", "#ffffff", "#c2185b", "#1b5e20"]) {
    if (color !== "#ffe600") {
      await form.getByLabel("Color", { exact: true }).fill(color);
      await submitSection(page, "Accent color", "Save");
    }
    await visitor.goto("/");
    for (const theme of ["light", "dark"]) {
      await visitor.evaluate((value) => document.documentElement.setAttribute("data-theme", value), theme);
      for (const [pair, ratio] of Object.entries(await measureContrasts(visitor)))
        expect(ratio, `${color}, ${theme}: ${pair}`).toBeGreaterThanOrEqual(4.5);
    }
    expect(await findViolationsInThemes(visitor), color).toEqual([]);
  }
  await expect(form.getByRole("status")).toContainText("lightened in the dark theme");
  await submitSection(page, "Accent color", "Reset to default");
  await expect(form.getByText("Button").first()).toBeVisible();
  await visitor.goto("/");
  await visitor.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
  expect(await readAccent(visitor)).toBe(builtIn);
  await expect(visitor.locator("html")).not.toHaveAttribute("style", /accent/);
});

test("logo and favicon are uploaded, shown to visitors, and reset", async ({
  page,
  admin: _admin,
  openContext,
}) => {
  const visitor = await (await openContext()).newPage();
  const home = visitor.getByRole("banner").getByRole("link").first();
  await visitor.goto("/");
  await expect(home.locator("img")).toHaveCount(0);
  await openSettings(page);
  await uploadImage(page, "Logo", await createPng("logo.png", 100, 100, "orange"));
  await expect(getSection(page, "Logo").getByRole("img")).toHaveCount(2);
  await uploadImage(page, "Favicon", await createPng("icon.png", 200, 200, "orange"));

  await visitor.goto("/");
  const logo = home.locator("img");
  await expect(logo).toHaveJSProperty("naturalWidth", 100);
  await expect(home).toHaveText("Lattice");
  await expect(visitor.getByRole("contentinfo").locator("img").first()).toHaveJSProperty("complete", true);
  for (const [rel, sizes] of [
    ["icon", "32x32"],
    ["icon", "192x192"],
    ["apple-touch-icon", "180x180"],
  ]) {
    const href = await visitor.locator(`link[rel="${rel}"][sizes="${sizes}"]`).getAttribute("href");
    const response = await visitor.request.get(href ?? "");
    expect(response.headers()["cache-control"]).toContain("immutable");
    const { width, height } = await sharp(await response.body()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }

  // A wide logo replaces the name, which stays readable for screen readers.
  const squareLogoUrl = await logo.getAttribute("src");
  await uploadImage(page, "Logo", await createPng("wide.png", 400, 100, "orange"));
  await visitor.goto("/");
  await expect(logo).not.toHaveAttribute("src", squareLogoUrl ?? "");
  await expect(home.getByText("Lattice")).toHaveClass("site-name truncate sr-only");
  await expect(home).toHaveAccessibleName("Lattice");
  for (const width of [360, 768, 1440]) {
    await visitor.setViewportSize({ width, height: 800 });
    const box = await logo.boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(4, 0);
    expect(await measureOverflow(visitor)).toBeLessThanOrEqual(0);
  }

  await submitSection(page, "Logo", "Reset to default");
  await submitSection(page, "Favicon", "Reset to default");
  await visitor.goto("/");
  await expect(home.locator("img")).toHaveCount(0);
  await expect(visitor.locator('link[rel="icon"]')).toHaveAttribute("href", "/favicon.svg");
});

test("the homepage's text is changed and reset, and long text isn't cut off", async ({
  page,
  admin: _admin,
  openContext,
}) => {
  const visitor = await (await openContext()).newPage();
  await visitor.goto("/");
  await openSettings(page);
  const form = getSection(page, "Homepage text");
  const headline = "Everything about <b>apples</b>, pears and quinces, from growers to growers";
  await form.getByLabel("Headline").fill(headline);
  await form.getByLabel("Lead text").fill("Orchards, presses and patience.");
  await submitSection(page, "Homepage text", "Save");
  await visitor.goto("/");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(headline);
  await expect(visitor).toHaveTitle(`Lattice: ${headline}`);
  await expect(visitor.locator('meta[name="description"]')).toHaveAttribute(
    "content",
    "Orchards, presses and patience.",
  );
  for (const width of [360, 768, 1440]) {
    await visitor.setViewportSize({ width, height: 800 });
    const hero = visitor.getByRole("region", { name: headline });
    expect(await hero.evaluate((element) => element.scrollHeight - element.clientHeight), `${width}`).toBe(0);
  }
  await submitSection(page, "Homepage text", "Reset to default");
  await visitor.goto("/");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(/^Serious discussion/);
});

test("a hostile file is refused with a message, and the file chosen next is accepted", async ({
  page,
  admin: _admin,
}) => {
  await openSettings(page);
  const form = getSection(page, "Logo");
  const files = {
    "isn't a PNG, JPEG or WebP image":
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "is damaged": "\x89PNG\r\n\x1a\n<svg onload=alert(1)>",
    "larger than 2 MB": "x".repeat(2_000_001),
  };
  for (const [message, content] of Object.entries(files)) {
    const buffer = Buffer.from(content, "latin1");
    await form.getByLabel("Image").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
    await form.getByRole("button", { name: "Upload" }).click();
    await expect(form.getByText(message)).toBeVisible();
    await expect(form.getByLabel("Image")).toBeFocused();
  }
  await uploadImage(page, "Logo", await createPng("logo.png", 60, 60));
  await submitSection(page, "Logo", "Reset to default");
});

test("without JavaScript, a color is previewed and saved, and a logo uploaded", async ({
  page,
  admin: _admin,
  openContext,
  allowProblem,
}) => {
  allowProblem(/request failed: .* csp$/);
  const plainContext = await openContext({ javaScriptEnabled: false });
  await plainContext.addCookies(await page.context().cookies());
  const plainPage = await plainContext.newPage();
  await plainPage.goto("/admin?tab=settings");
  const color = getSection(plainPage, "Accent color");
  await color.getByLabel("Color", { exact: true }).fill("#ff0000");
  await color.getByRole("button", { name: "Preview" }).click();
  await expect(color.getByLabel("Color", { exact: true })).toHaveValue("#ff0000");
  await expect(color.getByRole("status")).toContainText("#ff0000 is darkened in the light theme");
  await expect(plainPage.locator("html")).not.toHaveAttribute("style", /accent/);
  await color.getByRole("button", { name: "Save" }).click();
  await expect(plainPage.getByText("Settings saved")).toBeVisible();
  await expect(plainPage.locator("html")).toHaveAttribute("style", /--accent-light:#/);
  await color.getByRole("button", { name: "Reset to default" }).click();
  await expect(plainPage.locator("html")).not.toHaveAttribute("style", /accent/);

  const logo = getSection(plainPage, "Logo");
  const text = { name: "a.png", mimeType: "image/png", buffer: Buffer.from("text") };
  await logo.getByLabel("Image").setInputFiles(text);
  await logo.getByRole("button", { name: "Upload" }).click();
  await expect(plainPage).toHaveURL(/\/admin\/branding/);
  await expect(logo.getByText("isn't a PNG, JPEG or WebP image")).toBeVisible();
  await logo.getByLabel("Image").setInputFiles(await createPng("logo.png", 60, 60));
  await logo.getByRole("button", { name: "Upload" }).click();
  await expect(plainPage).toHaveURL(/\/admin\?tab=settings#logo$/);
  await expect(plainPage.getByRole("banner").locator("img").first()).toBeVisible();
  await logo.getByRole("button", { name: "Reset to default" }).click();
  await expect(plainPage.getByRole("banner").locator('img[src^="/brand/"]')).toHaveCount(0);
});

test("the settings are accessible in both themes with a logo and a color", async ({
  openContext,
  site,
  admin,
}) => {
  const context = await openContext();
  await signIn(site, context, admin);
  const page = await context.newPage();
  await openSettings(page);
  await uploadImage(page, "Logo", await createPng("logo.png", 400, 100));
  await getSection(page, "Accent color").getByLabel("Color", { exact: true }).fill("#7b1fa2");
  await submitSection(page, "Accent color", "Save");
  expect(await findIssuesAtWidths(page)).toEqual([]);
});
