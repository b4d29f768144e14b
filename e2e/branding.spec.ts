import type { Page } from "@playwright/test";
import sharp from "sharp";
import { computeContrast } from "#core/settings/accent.ts";
import { configureSite } from "./accounts.ts";
import { expect, getSection, test } from "./administration.ts";
import { findIssuesAtWidths, findViolationsInThemes, measureOverflow, showTheme } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { createPng } from "./images.ts";
import { PlainPage } from "./plain-page.ts";

// A dedicated site, because branding affects everyone.
configureSite({ DEMO: "on" });
// Browsers log every refused request to the console.
test.beforeEach(({ allowProblem }) => allowProblem(/status of 4\d\d .*\/admin/));

const SETTINGS_PATH = "/admin?tab=settings";
const RESET = "Reset to default";

/** Changes a section of the settings without a browser. */
async function changeSection(
  plain: PlainPage,
  title: string,
  button: string,
  inputs?: Parameters<PlainPage["submit"]>[1],
) {
  await plain.submit(plain.find("region", title).find("button", button), inputs);
  expect(plain.notice).toContain("Settings saved");
}

/** The contrast ratios between the accent colors and their backgrounds, from the colors that the browser computes. */
async function measureContrasts(page: Page): Promise<Record<string, number>> {
  const pairs = await page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    if (!canvas) throw new Error("no canvas");
    const toHex = (color: string) => {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
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
    Object.entries(pairs).map(([name, [first, second]]) => [name, computeContrast(first, second)]),
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

test("in the settings, invalid colors and hostile files are refused with a message, and a color and a logo are saved; the page is accessible in both themes", async ({
  page,
  plain,
  admin: _,
}) => {
  await page.goto(SETTINGS_PATH);
  await waitUntilInteractive(page);
  const color = getSection(page, "Accent color");
  await color.getByLabel("Color", { exact: true }).fill("chartreuse");
  await color.getByRole("button", { name: "Save" }).click();
  await expect(color.getByText("Enter a color like #0a6b55.")).toBeVisible();
  await color.getByLabel("Color", { exact: true }).fill("#ffe600");
  await expect(color.getByRole("status")).toHaveText(
    "To keep text readable, #ffe600 is darkened in the light theme.",
  );
  await color.getByRole("button", { name: "Save" }).click();
  await expect(getToast(page, "Settings saved").last()).toBeVisible();

  const logo = getSection(page, "Logo");
  const invalidFiles = {
    "isn't a PNG, JPEG or WebP image":
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "is damaged": "\x89PNG\r\n\x1a\n<svg onload=alert(1)>",
    "larger than 2 MB": "x".repeat(2_000_001),
  };
  for (const [message, content] of Object.entries(invalidFiles)) {
    const buffer = Buffer.from(content, "latin1");
    await logo.getByLabel("Image").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
    await logo.getByRole("button", { name: "Upload" }).click();
    await expect(logo.getByText(message)).toBeVisible();
    await expect(logo.getByLabel("Image")).toBeFocused();
  }
  await logo.getByLabel("Image").setInputFiles(await createPng("logo.png", 400, 100));
  await logo.getByRole("button", { name: "Upload" }).click();
  await expect(logo.getByRole("img")).toHaveCount(2);
  expect(await findIssuesAtWidths(page)).toEqual([]);
  await color.getByRole("button", { name: RESET }).click();
  await expect(color.getByRole("button", { name: RESET })).toHaveCount(0);
  await plain.goto(SETTINGS_PATH);
  await changeSection(plain, "Logo", RESET);
  expect(plain.find("html").attribute("style")).toBeUndefined();
});

test("every accent color is readable in both themes, and visitors' cached pages change immediately", async ({
  plain,
  admin: _,
  openContext,
}) => {
  const visitor = await (await openContext({ reducedMotion: "reduce" })).newPage();
  await visitor.goto("/terms");
  const builtInAccent = await readAccent(visitor);
  await plain.goto(SETTINGS_PATH);
  for (const color of ["#ffe600", "#000000", "#ffffff", "#c2185b", "#1b5e20"]) {
    await changeSection(plain, "Accent color", "Save", { Color: color });
    const isFirst = color === "#ffe600";
    await visitor.goto(isFirst ? "/" : "/terms");
    for (const theme of ["light", "dark"]) {
      await showTheme(visitor, theme);
      for (const [pair, ratio] of Object.entries(await measureContrasts(visitor)))
        expect(ratio, `${color}, ${theme}: ${pair}`).toBeGreaterThanOrEqual(4.5);
    }
    if (isFirst) expect(await findViolationsInThemes(visitor), color).toEqual([]);
  }
  expect(plain.find("region", "Accent color").text).toContain("lightened in the dark theme");
  await changeSection(plain, "Accent color", RESET);
  await visitor.goto("/terms");
  await showTheme(visitor, "dark");
  expect(await readAccent(visitor)).toBe(builtInAccent);
  await expect(visitor.locator("html")).not.toHaveAttribute("style", /accent/);
});

test("a wide logo and a long headline fit at every width, and the name stays available to screen readers", async ({
  plain,
  admin: _,
  openContext,
}) => {
  const visitor = await (await openContext()).newPage();
  await plain.goto(SETTINGS_PATH);
  await changeSection(plain, "Logo", "Upload", { Image: await createPng("wide.png", 400, 100, "orange") });
  const headline = "Everything about <b>apples</b>, pears and quinces, by growers, for growers";
  await changeSection(plain, "Home page text", "Save", {
    Headline: headline,
    "Lead text": "Orchards, presses and patience.",
  });
  await visitor.goto("/");
  await expect(visitor).toHaveTitle(`Lattice: ${headline}`);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(headline);
  await expect(visitor.locator('meta[name="description"]')).toHaveAttribute(
    "content",
    "Orchards, presses and patience.",
  );
  const homeLink = visitor.getByRole("banner").getByRole("link").first();
  await expect(homeLink.getByText("Lattice")).toHaveClass("site-name truncate sr-only");
  await expect(homeLink).toHaveAccessibleName("Lattice");
  for (const width of [360, 768, 1440]) {
    await visitor.setViewportSize({ width, height: 800 });
    const box = await homeLink.locator("img").boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(4, 0);
    const hero = visitor.getByRole("region", { name: headline });
    expect(await hero.evaluate((element) => element.scrollHeight - element.clientHeight), `${width}`).toBe(0);
    expect(await measureOverflow(visitor)).toBeLessThanOrEqual(0);
  }
  await changeSection(plain, "Logo", RESET);
  await changeSection(plain, "Home page text", RESET);
  expect(await (await visitor.request.get("/")).text()).toContain("Serious discussion");
});

test("logo and favicon are uploaded, shown to visitors, and reset", async ({
  plain,
  admin: _,
  openContext,
}) => {
  const visitor = new PlainPage(await openContext());
  const getHomeLink = () => visitor.find("banner").find("link");
  const getIconUrl = (rel: string, sizes: string | undefined) =>
    visitor
      .find("head")
      .findAll("link")
      .find((icon) => icon.attribute("rel") === rel && icon.attribute("sizes") === sizes)
      ?.attribute("href");
  const readImageSize = async (path: string | undefined) => {
    const response = await visitor.request.get(path ?? "");
    expect(response.headers()["cache-control"]).toContain("immutable");
    const { width, height } = await sharp(await response.body()).metadata();
    return `${width}x${height}`;
  };
  await visitor.goto("/");
  expect(getHomeLink().findAll("img")).toHaveLength(0);
  await plain.goto(SETTINGS_PATH);
  await changeSection(plain, "Logo", "Upload", { Image: await createPng("logo.png", 100, 100, "orange") });
  expect(plain.find("region", "Logo").findAll("img")).toHaveLength(2);
  await changeSection(plain, "Favicon", "Upload", { Image: await createPng("icon.png", 200, 200, "orange") });

  await visitor.goto("/");
  const squareLogoUrl = getHomeLink().find("img").attribute("src");
  expect(await readImageSize(squareLogoUrl)).toBe("100x100");
  expect(getHomeLink().text).toBe("Lattice");
  expect(visitor.find("contentinfo").find("img").attribute("src")).toBe(squareLogoUrl);
  for (const [rel, sizes] of [
    ["icon", "32x32"],
    ["icon", "192x192"],
    ["apple-touch-icon", "180x180"],
  ] as const)
    expect(await readImageSize(getIconUrl(rel, sizes))).toBe(sizes);

  await changeSection(plain, "Logo", "Upload", { Image: await createPng("wide.png", 400, 100, "orange") });
  await visitor.goto("/");
  expect(getHomeLink().find("img").attribute("src")).not.toBe(squareLogoUrl);
  await changeSection(plain, "Logo", RESET);
  await changeSection(plain, "Favicon", RESET);
  await visitor.goto("/");
  expect(getHomeLink().findAll("img")).toHaveLength(0);
  expect(getIconUrl("icon", undefined)).toBe("/favicon.svg");
});

test("without JavaScript, a color is previewed and saved, and a logo uploaded", async ({
  plain,
  admin: _,
}) => {
  const getStyle = () => plain.find("html").attribute("style") ?? "";
  await plain.goto(SETTINGS_PATH);
  await plain.submit("Preview", { Color: "#ff0000" });
  const color = plain.find("region", "Accent color");
  expect(color.find("field", "Color").value).toBe("#ff0000");
  expect(color.find("status").text).toContain("#ff0000 is darkened in the light theme");
  expect(getStyle()).not.toContain("accent");
  await changeSection(plain, "Accent color", "Save");
  expect(getStyle()).toContain("--accent-light:#");
  await changeSection(plain, "Accent color", RESET);
  expect(getStyle()).not.toContain("accent");

  const getUploadButton = () => plain.find("region", "Logo").find("button", "Upload");
  const textFile = { name: "a.png", mimeType: "image/png", buffer: Buffer.from("text") };
  await plain.submit(getUploadButton(), { Image: textFile });
  expect(plain.path).toMatch(/^\/admin\/branding/);
  expect(plain.find("region", "Logo").text).toContain("isn't a PNG, JPEG or WebP image");
  await plain.submit(getUploadButton(), { Image: await createPng("logo.png", 60, 60) });
  expect(plain.path).toBe(SETTINGS_PATH);
  const getHomeLink = () => plain.find("banner").find("link");
  expect(getHomeLink().find("img").attribute("src")).toMatch(/^\/brand\//);
  await changeSection(plain, "Logo", RESET);
  expect(getHomeLink().findAll("img")).toHaveLength(0);
});
