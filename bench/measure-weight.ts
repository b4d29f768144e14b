import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import type { Bench } from "./bench.ts";
import { launchBrowser } from "./browser.ts";
import type { Figure, PartResult } from "./figure.ts";
import { ROOT, startProgram } from "./program.ts";
import { type PublicPage, publicPages } from "./public-pages.ts";

const SCRIPT_BUDGET = 130_000;
const STYLE_BUDGET = 20_000;
/** Chunks that hold React, React DOM and React Router and nothing of ours but the few lines of the entry. */
const FRAMEWORK = /^(entry\.client|jsx-runtime)-/;

interface LoadedFile {
  readonly name: string;
  readonly kind: "script" | "style" | "font" | "other";
  /** Bytes at gzip -9; of fonts, which are compressed already, as they are. */
  readonly bytes: number;
}

interface PageWeight extends PublicPage {
  readonly files: readonly LoadedFile[];
  readonly htmlBytes: number;
  readonly foreign: readonly string[];
}

/**
 * What a visitor's browser really asks for on a page before anybody touches it, module preloads among it, weighed as
 * the built file at gzip -9: one measure, whatever the server and the browser agree on.
 */
export async function measureWeight(bench: Bench): Promise<PartResult> {
  const databaseUrl = await bench.databases.create(0);
  const program = await startProgram({ databaseUrl, demo: true });
  bench.later(program.stop);
  const browser = await launchBrowser(bench);

  const weights: PageWeight[] = [];
  for (const page of await publicPages(databaseUrl)) weights.push(await weigh(browser, program.url, page));
  return { figures: weights.flatMap(figuresOf), details: weights };
}

async function weigh(browser: Browser, origin: string, page: PublicPage): Promise<PageWeight> {
  const context = await browser.newContext();
  try {
    const tab = await context.newPage();
    const urls = new Set<string>();
    tab.on("request", (request) => urls.add(request.url()));
    const answer = await tab.goto(origin + page.path, { waitUntil: "networkidle" });
    if (!answer?.ok()) throw new Error(`${page.path} answered ${answer?.status()}`);
    const html = await answer.body();
    const own = [...urls].filter((url) => url.startsWith(`${origin}/`)).map((url) => new URL(url).pathname);
    return {
      ...page,
      files: own.filter((path) => path.startsWith("/assets/")).map(weighFile),
      htmlBytes: gzipSync(html, { level: 9 }).length,
      foreign: [...urls].filter((url) => /^https?:/.test(url) && !url.startsWith(`${origin}/`)),
    };
  } finally {
    await context.close();
  }
}

function weighFile(path: string): LoadedFile {
  const bytes = readFileSync(join(ROOT, "build", "client", path));
  const name = basename(path);
  if (name.endsWith(".js")) return { name, kind: "script", bytes: gzipSync(bytes, { level: 9 }).length };
  if (name.endsWith(".css")) return { name, kind: "style", bytes: gzipSync(bytes, { level: 9 }).length };
  if (name.endsWith(".woff2")) return { name, kind: "font", bytes: bytes.length };
  return { name, kind: "other", bytes: bytes.length };
}

function figuresOf({ name, files, htmlBytes, foreign }: PageWeight): Figure[] {
  const scripts = files.filter((file) => file.kind === "script");
  const framework = sum(scripts.filter((file) => FRAMEWORK.test(file.name)));
  const script = sum(scripts);
  const style = sum(files.filter((file) => file.kind === "style"));
  const fonts = files.filter((file) => file.kind === "font");
  return [
    {
      what: `${name}: JavaScript`,
      budget: `at most ${kB(SCRIPT_BUDGET)}`,
      measured: `${kB(script)} in ${scripts.length} files (framework ${kB(framework)}, ours ${kB(script - framework)})`,
      held: script > 0 && script <= SCRIPT_BUDGET,
    },
    {
      what: `${name}: CSS`,
      budget: `at most ${kB(STYLE_BUDGET)}`,
      measured: kB(style),
      held: style > 0 && style <= STYLE_BUDGET,
    },
    {
      what: `${name}: fonts, HTML`,
      measured: `${fonts.length} fonts ${kB(sum(fonts))}, HTML ${kB(htmlBytes)}`,
    },
    ...(foreign.length === 0
      ? []
      : [
          {
            what: `${name}: asked of other sites`,
            budget: "none",
            measured: foreign.join(" "),
            held: false,
          },
        ]),
  ];
}

const sum = (files: readonly LoadedFile[]) => files.reduce((total, file) => total + file.bytes, 0);
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
