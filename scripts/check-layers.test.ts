import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterAll, expect, test } from "vitest";

const { default: config, createFolderRules } = await import(
  join(import.meta.dirname, "../.dependency-cruiser.mjs")
);

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true });
});

/** Returns the rules that the first of these files breaks. */
async function findBrokenRules(files: Readonly<Record<string, string>>): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), "lattice-layers-"));
  roots.push(root);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text.replaceAll("ROOT", root));
  }
  const { output } = await cruise(Object.keys(files).slice(0, 1), {
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: config.forbidden },
    tsPreCompilationDeps: true,
  });
  return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
}

/** Returns the rules that a file breaks by importing another one. */
const findRulesAgainst = (from: string, to: string) =>
  findBrokenRules({
    [from]: `export { value } from "ROOT/${to}";\n`,
    [to]: "export const value = 1;\n",
  });

/** Imports that break a rule. One that breaks several is listed with the rule it is an example of. */
const FORBIDDEN_IMPORTS = [
  ["core/text.ts", "web/page/theme.ts", "core-imports-pure-packages-only"],
  ["core/text.test.ts", "server/files/index.ts", "core-tests-import-core-only"],
  ["analyzers/scanner/scan.ts", "server/files/index.ts", "analyzers-are-pure"],
  ["server/forum/list-posts.ts", "analyzers/scanner/scan.ts", "only-the-ai-module-imports-analyzers"],
  ["server/forum/list-posts.ts", "web/page/theme.ts", "server-does-not-import-web"],
  ["web/home/hero.tsx", "server/app.ts", "web-imports-server-types-only"],
  ["web/home/hero.tsx", "server/forum/list-posts.ts", "web-imports-public-server-types-only"],
  ["server/news/list-articles.ts", "server/forum/list-posts.ts", "modules-import-public-apis-only"],
  ["server/app.ts", "server/forum/list-posts.ts", "others-import-public-apis-only"],
  ["server/forum/list-posts.ts", "server/http/metrics.ts", "modules-do-not-import-the-edge"],
  ["server/forum/list-posts.ts", "server/app.ts", "modules-do-not-import-the-app"],
  ["server/platform/clock.ts", "server/forum/index.ts", "platform-imports-platform-only"],
  ["server/forum/list-posts.ts", "server/forum/list-posts.test.ts", "production-does-not-import-tests"],
] as const;

/** Violations of rules that can't be tested with one import from one source file to another. */
const RULE_VIOLATIONS = {
  "web-does-not-import-node": { "web/page/theme.ts": 'import "node:fs";\n' },
  "production-does-not-import-development-packages": {
    "core/text.ts": 'import "tool";\n',
    "package.json": '{ "devDependencies": { "tool": "1.0.0" } }',
    "node_modules/tool/package.json": '{ "name": "tool", "main": "index.js" }',
    "node_modules/tool/index.js": "",
  },
  "no-cycles": { "core/a.ts": 'import "./b.ts";\n', "core/b.ts": 'import "./a.ts";\n' },
  "everything-resolves": { "core/text.ts": 'import "./missing.ts";\n' },
};

const FORBIDDEN_FOLDER_IMPORTS = [
  ["web/ui/button.tsx", "web/page/site-data.ts", "web-ui-imports-declared-folders-only"],
  ["web/lists/load-more.tsx", "web/forum/post-card.tsx", "web-lists-imports-declared-folders-only"],
  ["web/forms/problem.tsx", "web/settings/bio-form.tsx", "web-forms-imports-declared-folders-only"],
  ["web/session/guard.tsx", "web/account/views.ts", "web-session-imports-declared-folders-only"],
  ["web/forum/post-parts/byline.tsx", "web/news/article.tsx", "web-forum-imports-declared-folders-only"],
  ["web/wallet/overview.tsx", "web/shell/header.tsx", "web-wallet-imports-declared-folders-only"],
  ["web/search/result-item.tsx", "web/routes/search.tsx", "web-search-imports-declared-folders-only"],
  ["web/news/article.tsx", "web/root.tsx", "web-news-imports-declared-folders-only"],
  ["web/shell/header.tsx", "web/routes/search.tsx", "web-shell-imports-no-routes"],
  ["core/accounts/bio.ts", "core/forum/votes.ts", "core-accounts-imports-declared-folders-only"],
  ["core/text.ts", "core/forum/votes.ts", "shared-core-imports-no-features"],
  ["server/forum/vote-error.ts", "core/expected-error.ts", "expected-errors-have-tables"],
  ["web/extras/badge.tsx", "web/ui/icon.tsx", "folders-are-declared"],
  ["core/extras/badge.ts", "core/text.ts", "folders-are-declared"],
] as const;

test.each(FORBIDDEN_FOLDER_IMPORTS)("%s may not import %s", async (from, to, rule) => {
  expect(await findRulesAgainst(from, to)).toEqual([rule]);
});

test.each(FORBIDDEN_IMPORTS)("%s may not import %s, because of its layer", async (from, to, rule) => {
  expect(await findRulesAgainst(from, to)).toContain(rule);
});

test.each(Object.entries(RULE_VIOLATIONS))("a violation of the rule %s is found", async (rule, files) => {
  expect(await findBrokenRules(files)).toContain(rule);
});

test("every rule is tested, except some of the rules for declared folders", () => {
  const names: string[] = config.forbidden.map(({ name }: { name: string }) => name);
  const testedRules = new Set<string>([
    ...[...FORBIDDEN_FOLDER_IMPORTS, ...FORBIDDEN_IMPORTS].map(([, , rule]) => rule),
    ...Object.keys(RULE_VIOLATIONS),
  ]);
  const untestedRules = names.filter((name) => !testedRules.has(name));
  expect(untestedRules.filter((name) => !name.endsWith("-imports-declared-folders-only"))).toEqual([]);
});

test.each([
  ["web/forum/post-parts/byline.tsx", "web/lists/avatar.tsx"],
  ["web/forum/post-parts/byline.tsx", "web/operation.ts"],
  ["web/home/hero.tsx", "web/news/cards/news-grid.tsx"],
  ["web/shell/footer.tsx", "web/newsletter/subscribe-form.tsx"],
  ["core/news/text.ts", "core/text.ts"],
  ["server/auth/oauth-error.ts", "core/expected-error.ts"],
  ["core/news/types.ts", "core/forum/types.ts"],
])("%s may import %s", async (from, to) => {
  expect(await findRulesAgainst(from, to)).toEqual([]);
});

test("folders can't be declared to import each other", () => {
  expect(() => createFolderRules("web", { forum: ["news"], news: ["forum"] })).toThrow("forum imports news");
});
