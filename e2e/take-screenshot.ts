import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Role, Screen } from "./screenshot-screens.ts";

export type Theme = "dark" | "light";

/** How long to wait for fonts, charts and live parts that appear after loading. */
const SETTLE_MS = 800;
const DEMO_PASSWORD = "lattice-demo";
const EMAILS = {
  member: "mara@lattice.example",
  admin: "admin@lattice.example",
  newMember: "new.member@lattice.example",
} as const;

/** Posts by the new member that are hard to lay out. */
const TRICKY_POSTS = [
  {
    title: "Every kind of content in one post, with emoji 👩🏽‍🚀🧑‍💻🇺🇦",
    category: "tech",
    tags: ["one", "two", "three", "four", "five"],
    content: [
      "# Heading\n\n## Smaller heading\n\n### Smallest heading",
      "Text with `code`, **bold**, *italic*, ~~struck~~, a [link](https://example.org) and $e^{i\\pi} + 1 = 0$.",
      "> A quote\n> of two lines",
      "1. One\n2. Two\n   - Nested\n   - Nested too\n3. Three",
      "- [ ] Open\n- [x] Done",
      "```ts\nconst answer: number = 42; // and a line that is rather long, longer than any small screen is wide\n```",
      "| Coin | Price | Change | Volume | Supply |\n|---|---:|---:|---:|---:|\n| BTC | 1 | 2 | 3 | 4 |\n| ETH | 1 | 2 | 3 | 4 |",
      `$$\\sum_{n=1}^{\\infty} \\frac{1}{n^2} = ${"x + ".repeat(30)}x$$`,
      "---",
      `averylongwordwithoutanybreak${"abcdefghij".repeat(20)}`,
    ].join("\n\n"),
  },
  {
    title: "مرحبا بالعالم: العملات الرقمية والذكاء الاصطناعي",
    category: "ai",
    tags: ["عربي"],
    content:
      "هذا نص باللغة العربية داخل المنشور مع كلمة English في الوسط.\n\n- البند الأول\n- البند الثاني\n\n1. واحد\n2. اثنان\n\n> اقتباس باللغة العربية\n\nEnglish paragraph.\n\n- English item",
  },
  {
    title: "Donaudampfschifffahrtsgesellschaftskapitän".repeat(4),
    category: "news",
    tags: ["geschwindigkeitsbegrenzung"],
    content: "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz".repeat(6),
  },
] as const;

/** Returns a function that opens one context per role and kind of device, so that each role signs in at most twice. */
export function createContextOpener(browser: Browser, url: string): OpenContext {
  const contexts = new Map<string, Promise<BrowserContext>>();
  const createContext = async (role: Role, isMobile: boolean): Promise<BrowserContext> => {
    const context = await browser.newContext({
      locale: "en-GB",
      timezoneId: "UTC",
      baseURL: url,
      // A phone's scrollbars take no space, and its controls are larger.
      isMobile,
      hasTouch: isMobile,
    });
    if (role !== "visitor") await signIn(context, role);
    return context;
  };
  return (role, { width }) => {
    const isMobile = width < 500;
    const key = `${role} ${isMobile}`;
    const context = contexts.get(key) ?? createContext(role, isMobile);
    contexts.set(key, context);
    return context;
  };
}

export type OpenContext = (role: Role, viewport: { readonly width: number }) => Promise<BrowserContext>;

async function signIn(context: BrowserContext, role: Exclude<Role, "visitor">): Promise<void> {
  const page = await context.newPage();
  await page.goto("/auth");
  const submitCredentials = async () => {
    await page.getByLabel("Email", { exact: true }).fill(EMAILS[role]);
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press("Enter");
  };
  const waitForSignIn = () => page.waitForURL(({ pathname }) => pathname !== "/auth");
  await submitCredentials();
  const refusalPromise = page.getByText("Invalid login credentials").first().waitFor();
  // If the program was already running, the new member may have registered before.
  const isAccountMissing = await Promise.race([
    waitForSignIn().then(() => false),
    refusalPromise.then(() => true),
  ]);
  if (isAccountMissing) {
    await page.goto("/auth?tab=register");
    await page.getByLabel("Username").fill("new_member");
    await submitCredentials();
    await waitForSignIn();
    await createTrickyPosts(page);
  }
  await page.close();
}

async function createTrickyPosts(page: Page): Promise<void> {
  for (const { title, category, tags, content } of TRICKY_POSTS) {
    const form = new URLSearchParams({ intent: "post", title, category, content });
    for (const tag of tags) form.append("tags", tag);
    const response = await page.request.post("/create", {
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        Origin: new URL(page.url()).origin,
      },
      data: form.toString(),
      maxRedirects: 0,
    });
    if (response.status() !== 302) console.warn(`${title}: ${response.status()}`);
  }
  await page.context().clearCookies({ name: "lattice-notice" });
}

/** Opens a screen in a new page and returns a PNG image of it. Warns if the page is wider than the window. */
export async function takeScreenshot(
  context: BrowserContext,
  screen: Screen,
  viewport: { readonly theme: Theme; readonly width: number; readonly height: number },
  fullPage = false,
): Promise<Buffer> {
  const page = await context.newPage();
  try {
    const { theme, width, height } = viewport;
    page.setDefaultTimeout(10_000);
    await page.setViewportSize({ width, height });
    await page.goto("/robots.txt");
    await context.addCookies([{ name: "theme", value: theme, url: page.url() }]);
    await page.goto(screen.path);
    if (screen.follow) {
      const href = await page.locator(screen.follow).first().getAttribute("href");
      await page.goto(href ?? "/");
    }
    // Mouse movement makes a visitor's page load its scripts. The page ignores the first event.
    await page.mouse.move(3, 3, { steps: 3 });
    await page.waitForTimeout(SETTLE_MS);
    await screen.prepare?.(page);
    if (screen.prepare) await page.waitForTimeout(SETTLE_MS / 2);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (overflow > 0) console.warn(`${screen.path} is ${overflow} px too wide at ${width} px (${theme})`);
    return await page.screenshot({ fullPage });
  } finally {
    await page.close();
  }
}
