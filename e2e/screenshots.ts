import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { startProgram } from "#server/testing/program.ts";
import { findBrowser } from "../scripts/find-browser.ts";

/**
 * `npm run screenshots`: starts the program with the demo community, opens every screen in both themes at three
 * widths, and writes a contact sheet per theme and width to docs/screenshots, together with the README's pictures.
 */

const OUT = join(import.meta.dirname, "..", "docs", "screenshots");
const THEMES = ["dark", "light"] as const;
const VIEWPORTS = [
  { width: 360, height: 780, columns: 12, thumbnailWidth: 180 },
  { width: 768, height: 1000, columns: 9, thumbnailWidth: 240 },
  { width: 1440, height: 900, columns: 6, thumbnailWidth: 360 },
] as const;
const GAP = 12;
/** Fonts, charts and live parts that appear after loading. */
const SETTLE_MS = 800;
const DEMO_PASSWORD = "lattice-demo";

type Role = "visitor" | "member" | "admin";
const EMAILS = { member: "mara@lattice.example", admin: "admin@lattice.example" } as const;

interface Screen {
  readonly role: Role;
  readonly path: string;
  /** A link on `path` to follow, for screens with an id in their URL. */
  readonly follow?: string;
  /** What to do before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
}

async function tryExample(page: Page): Promise<void> {
  await page
    .getByText(/^Try “/)
    .first()
    .click();
  await page.getByRole("button", { name: "Analyze" }).click();
  await page.locator(".tool-answer").waitFor();
}

const POST_LINK = "article h3 a";
const SCREENS: readonly Screen[] = [
  ...["/", "/forum", "/forum?sort=top&category=ai", "/search?q=bitcoin", "/search?q=qwertyuiop"].map(
    forVisitor,
  ),
  { role: "visitor", path: "/forum", follow: POST_LINK },
  { role: "visitor", path: "/news" },
  { role: "visitor", path: "/news", follow: POST_LINK },
  ...["/ai-tools", "/ai-tools?tool=sentiment", "/wallet", "/u/mara_lindqvist"].map(forVisitor),
  ...["/auth", "/auth?tab=register", "/auth?tab=recover", "/newsletter", "/privacy", "/terms"].map(
    forVisitor,
  ),
  { role: "visitor", path: "/no-such-page" },
  ...["/", "/forum", "/create", "/saved", "/notifications", "/u/mara_lindqvist"].map(forRole("member")),
  { role: "member", path: "/forum", follow: POST_LINK },
  ...["/settings", "/settings/security", "/settings/sessions", "/settings/notifications"].map(
    forRole("member"),
  ),
  { role: "member", path: "/settings/data" },
  ...["", "?tab=content", "?tab=reports", "?tab=analytics", "?tab=settings", "?tab=log"].map((tab) =>
    forRole("admin")(`/admin${tab}`),
  ),
  { role: "admin", path: "/admin", follow: 'a[href^="/admin/users/"]' },
  ...["/admin/outbox", "/admin/newsletter"].map(forRole("admin")),
  { role: "visitor", path: "/ai-tools", prepare: tryExample },
];

/** The pictures in README.md. */
const README_PICTURES = [
  { file: "home-dark", role: "visitor", path: "/", theme: "dark", width: 1440, height: 900 },
  {
    file: "post-dark",
    role: "member",
    path: "/forum",
    follow: POST_LINK,
    theme: "dark",
    width: 1280,
    height: 900,
  },
  { file: "create-light", role: "member", path: "/create", theme: "light", width: 1280, height: 900 },
  { file: "forum-mobile-light", role: "visitor", path: "/forum", theme: "light", width: 390, height: 780 },
] as const satisfies readonly (Screen & { file: string; theme: Theme; width: number; height: number })[];

type Theme = (typeof THEMES)[number];

function forRole(role: Role): (path: string) => Screen {
  return (path) => ({ role, path });
}

function forVisitor(path: string): Screen {
  return { role: "visitor", path };
}

/** A context for each role, because signing in once is enough. */
function createContexts(browser: Browser, url: string) {
  const contexts = new Map<Role, Promise<BrowserContext>>();
  const open = async (role: Role): Promise<BrowserContext> => {
    const context = await browser.newContext({ locale: "en-GB", timezoneId: "UTC", baseURL: url });
    if (role === "visitor") return context;
    const page = await context.newPage();
    await page.goto("/auth");
    await page.getByLabel("Email", { exact: true }).fill(EMAILS[role]);
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL(({ pathname }) => pathname !== "/auth");
    await page.close();
    return context;
  };
  return (role: Role): Promise<BrowserContext> => {
    const context = contexts.get(role) ?? open(role);
    contexts.set(role, context);
    return context;
  };
}

async function takePicture(
  context: BrowserContext,
  screen: Screen,
  view: { readonly theme: Theme; readonly width: number; readonly height: number },
): Promise<Buffer> {
  const page = await context.newPage();
  try {
    const { theme, width, height } = view;
    await page.setViewportSize({ width, height });
    await page.goto("/robots.txt");
    await context.addCookies([{ name: "theme", value: theme, url: page.url() }]);
    await page.goto(screen.path);
    if (screen.follow) {
      const href = await page.locator(screen.follow).first().getAttribute("href");
      await page.goto(href ?? "/");
    }
    // Loads the scripts of a visitor's page.
    await page.mouse.move(3, 3);
    await page.waitForTimeout(SETTLE_MS);
    await screen.prepare?.(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (overflow > 0) console.warn(`${screen.path} is ${overflow} px too wide at ${width} px (${theme})`);
    return await page.screenshot();
  } finally {
    await page.close();
  }
}

async function writeContactSheet(
  file: string,
  pictures: readonly Buffer[],
  view: (typeof VIEWPORTS)[number],
) {
  const { columns, thumbnailWidth } = view;
  const thumbnailHeight = Math.round((thumbnailWidth * view.height) / view.width);
  const composite = await Promise.all(
    pictures.map(async (picture, index) => ({
      input: await sharp(picture).resize(thumbnailWidth, thumbnailHeight).toBuffer(),
      left: GAP + (index % columns) * (thumbnailWidth + GAP),
      top: GAP + Math.floor(index / columns) * (thumbnailHeight + GAP),
    })),
  );
  await sharp({
    create: {
      width: GAP + columns * (thumbnailWidth + GAP),
      height: GAP + Math.ceil(pictures.length / columns) * (thumbnailHeight + GAP),
      channels: 3,
      background: "#808080",
    },
  })
    .composite(composite)
    .webp({ quality: 60 })
    .toFile(file);
}

const installed = await findBrowser(process.env);
const program = await startProgram({ AUTH_RATE_LIMITS: "off" });
const browser = await chromium.launch({
  executablePath: installed.executablePath,
  args: [...installed.args],
  env: { ...installed.env },
});
try {
  mkdirSync(OUT, { recursive: true });
  const openContext = createContexts(browser, program.url);
  for (const { file, role, ...rest } of README_PICTURES) {
    const picture = await takePicture(await openContext(role), { role, ...rest }, rest);
    await sharp(picture)
      .png({ palette: true, quality: 90 })
      .toFile(join(OUT, `${file}.png`));
  }
  for (const theme of THEMES)
    for (const view of VIEWPORTS) {
      const pictures: Buffer[] = [];
      for (const screen of SCREENS)
        pictures.push(await takePicture(await openContext(screen.role), screen, { ...view, theme }));
      await writeContactSheet(join(OUT, `all-${theme}-${view.width}.webp`), pictures, view);
      console.log(`${theme}, ${view.width} px: ${pictures.length} screens`);
    }
} finally {
  await browser.close();
  await program.stop();
  installed.dispose();
}
