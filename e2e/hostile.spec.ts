import type { Page } from "@playwright/test";
import { measureOverflow } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, sendForm, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";
import { showScreen } from "./screens.ts";

/** If one of these scripts runs, it sets `window.owned`. */
const HOSTILE_CONTENT = [
  "<script>window.owned = 1</script>",
  '<img src=x onerror="window.owned = 1">',
  '<svg onload="window.owned = 1"></svg>',
  '<iframe srcdoc="<script>parent.owned = 1</script>"></iframe>',
  "[a link](javascript:window.owned=1)",
  "[another](JaVaScRiPt:window.owned=1)",
  "[data](data:text/html,<script>window.owned=1</script>)",
  "<javascript:window.owned=1>",
  '![picture](https://elsewhere.example/pixel.png" onerror="window.owned=1)',
  '<a href="https://elsewhere.example" onclick="window.owned=1">html link</a>',
  "$\\href{javascript:window.owned=1}{x}$",
  "</script><script>window.owned = 1</script>",
].join("\n\n");

async function expectHarmless(page: Page): Promise<void> {
  const urls = await page.getByRole("link").evaluateAll((links) =>
    links.map((link) => {
      link.removeAttribute("target");
      return link.getAttribute("href");
    }),
  );
  for (const url of urls) expect(url).not.toMatch(/^\s*(javascript|data|vbscript):/i);
  expect(await page.evaluate(() => (window as { owned?: number }).owned)).toBeUndefined();
  await expect(
    page.locator("main iframe, main .prose img, main .prose svg, main script:not([nonce])"),
  ).toHaveCount(0);
  await expect(page.locator("main [onclick], main [onerror], main [onload]")).toHaveCount(0);
}

test("hostile text, links and previews remain harmless", async ({ page, plain, member }) => {
  await test.step("Markdown designed to overload the renderer doesn't break the post's page", async () => {
    const bombs = [
      `${">".repeat(4900)}x`,
      "[".repeat(4900),
      `${"*a **a ".repeat(700)}`,
      `${"`".repeat(4800)}\nx`,
      `${"- ".repeat(2400)}x`,
      `$${"{".repeat(4000)}$`,
      `|${"a|".repeat(2000)}\n|${"-|".repeat(400)}`,
      "![".repeat(2400),
      "<".repeat(4900),
      `${"\u202e\u200b".repeat(2000)}x`,
    ];
    for (const [index, bomb] of bombs.entries()) {
      const path = await createPost(plain, { title: `Bomb ${index} ${member.username}`, content: bomb });
      const response = await plain.request.get(path);
      expect(response.status(), `bomb ${index}`).toBe(200);
    }
  });

  await test.step("external links are marked as user-generated", async () => {
    const path = await createPost(plain, {
      title: `Links ${generateName()} ${member.username}`,
      content: "See [there](https://elsewhere.example/a) and <https://elsewhere.example/b>.",
    });
    await plain.goto(path);
    const links = plain.find("article").find(".prose").findAll("link");
    expect(links).toHaveLength(2);
    for (const link of links) expect(link.attribute("rel")).toMatch(/noopener nofollow ugc/);
  });

  await test.step("a hostile post, title, tag and comment remain text, in every list and on the page", async () => {
    const title = `<script>window.owned=1</script> ${member.username}`;
    const path = await createPost(page, { title, content: HOSTILE_CONTENT, tags: ['"><img src=x>'] });
    await sendForm(
      page,
      path,
      new URLSearchParams({ intent: "comment", content: HOSTILE_CONTENT, parentId: "" }),
    );
    await page.goto(path);
    await waitUntilInteractive(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByText("<script>window.owned = 1</script>").first()).toBeVisible();
    await expectHarmless(page);
    await page.goto("/forum?sort=new");
    await waitUntilInteractive(page);
    await expect(page.getByRole("link", { name: title, exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: `Bomb 9 ${member.username}` })).toBeVisible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await expectHarmless(page);
    await showScreen(page, `/forum?q=${encodeURIComponent("<script>window.owned=1</script>")}`);
    await expectHarmless(page);
    await showScreen(page, `/forum?tag=${encodeURIComponent('"><img src=x>')}`);
    await expect(page.getByRole("link", { name: title, exact: true })).toBeVisible();
    await expectHarmless(page);
  });

  await test.step("the preview of hostile text is harmless too", async () => {
    await showScreen(page, "/create");
    await page.getByRole("textbox", { name: "Content" }).fill(HOSTILE_CONTENT);
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByRole("region", { name: "Preview" })).toContainText("html link");
    await expectHarmless(page);
  });
});
