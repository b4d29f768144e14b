import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterAll, expect, test } from "vitest";

const { default: config, declareFolders } = await import(
  join(import.meta.dirname, "../.dependency-cruiser.mjs")
);

const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true });
});

/** The rules that a file breaks by importing another one. */
async function findBrokenRules(from: string, to: string): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), "lattice-layers-"));
  directories.push(root);
  for (const [file, text] of [
    [to, "export const value = 1;\n"],
    [from, `export { value } from "${join(root, to)}";\n`],
  ] as const) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const { output } = await cruise([from], {
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: config.forbidden },
    tsPreCompilationDeps: true,
  });
  return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
}

test.each([
  ["web/ui/button.tsx", "web/page/site-data.ts", "web-ui-imports-declared-folders-only"],
  ["web/lists/load-more.tsx", "web/forum/post-card.tsx", "web-lists-imports-declared-folders-only"],
  ["web/forms/problem.tsx", "web/settings/bio-form.tsx", "web-forms-imports-declared-folders-only"],
  ["web/session/guard.tsx", "web/account/views.ts", "web-session-imports-declared-folders-only"],
  ["web/forum/byline.tsx", "web/news/article.tsx", "web-forum-imports-declared-folders-only"],
  ["web/wallet/overview.tsx", "web/shell/header.tsx", "web-wallet-imports-declared-folders-only"],
  ["web/search/result-item.tsx", "web/routes/search.tsx", "web-search-imports-declared-folders-only"],
  ["web/news/article.tsx", "web/root.tsx", "web-news-imports-declared-folders-only"],
  ["web/shell/header.tsx", "web/routes/search.tsx", "web-shell-imports-no-routes"],
  ["core/accounts/bio.ts", "core/forum/votes.ts", "core-accounts-imports-declared-folders-only"],
  ["core/text.ts", "core/forum/votes.ts", "core-shares-no-features"],
  ["server/forum/vote-error.ts", "core/expected-error.ts", "expected-errors-have-tables"],
  ["web/extras/badge.tsx", "web/ui/icon.tsx", "folders-are-declared"],
  ["core/extras/badge.ts", "core/text.ts", "folders-are-declared"],
])("%s may not import %s", async (from, to, rule) => {
  expect(await findBrokenRules(from, to)).toEqual([rule]);
});

test.each([
  ["web/forum/byline.tsx", "web/ui/avatar.tsx"],
  ["web/forum/byline.tsx", "web/operation.ts"],
  ["web/home/hero.tsx", "web/news/news-grid.tsx"],
  ["web/shell/footer.tsx", "web/newsletter/subscribe-form.tsx"],
  ["core/news/text.ts", "core/text.ts"],
  ["server/auth/oauth-error.ts", "core/expected-error.ts"],
  ["core/news/types.ts", "core/forum/types.ts"],
])("%s may import %s", async (from, to) => {
  expect(await findBrokenRules(from, to)).toEqual([]);
});

test("folders can't be declared to import each other", () => {
  expect(() => declareFolders("web", { forum: ["news"], news: ["forum"] })).toThrow("forum imports news");
});
