import { existsSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import type { Bench } from "./bench.ts";
import { launchBrowser } from "./browser.ts";
import type { Figure, PartResult } from "./figure.ts";
import { ROOT, startMeasuredProgram } from "./program.ts";
import { type PublicPage, publicPages } from "./public-pages.ts";

/** Of a visitor's page until somebody is there, what is written into it included; and then. */
const EARLY_SCRIPT_BUDGET = 3_000;
const SCRIPT_BUDGET = 130_000;
const STYLE_BUDGET = 20_000;
/**
 * What only a chunk of React, React DOM or React Router has in it. A chunk counts as theirs or as ours as a whole;
 * chunks are cut by the bundler, and some of the router's links and forms stand in one with our own.
 */
const FRAMEWORK = /Minified React error|react\.transitional\.element|HydratedRouter/;

const KINDS: Readonly<Record<string, LoadedFile["kind"]>> = {
  ".js": "script",
  ".css": "style",
  ".woff2": "font",
};

interface LoadedFile {
  readonly name: string;
  readonly kind: "script" | "style" | "font" | "other";
  /** Bytes at gzip -9; of fonts, which are compressed already, as they are. */
  readonly bytes: number;
  /** As it goes to a browser that takes Brotli, as all current ones do. */
  readonly sentBytes: number;
  readonly isFramework: boolean;
}

interface PageWeight extends PublicPage {
  /** Of scripts before anybody is there: written into the page, and asked for by it. */
  readonly inlineBytes: number;
  readonly early: readonly LoadedFile[];
  readonly files: readonly LoadedFile[];
  readonly htmlBytes: number;
  readonly foreign: readonly string[];
}

/**
 * What a visitor's browser really asks for on a page, before somebody is there and after, weighed as the built file at
 * gzip -9: one measure, whatever the server and the browser agree on.
 */
export async function measureWeight(bench: Bench): Promise<PartResult> {
  const databaseUrl = await bench.databases.create(0);
  const program = await startMeasuredProgram({ databaseUrl, demo: true });
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
    const files = () =>
      [...urls]
        .filter((url) => url.startsWith(`${origin}/assets/`))
        .map((url) => weighFile(new URL(url).pathname));
    // What moves by itself waits for a clock that stands still.
    await tab.clock.install();
    await tab.clock.pauseAt(Date.now() + 1000);
    const answer = await tab.goto(origin + page.path, { waitUntil: "networkidle" });
    if (!answer?.ok()) throw new Error(`${page.path} answered ${answer?.status()}`);
    const html = await answer.body();
    const early = files();
    await tab.mouse.move(200, 200, { steps: 2 });
    await tab.waitForFunction(() => !("earlyInput" in window));
    await tab.waitForLoadState("networkidle");
    return {
      ...page,
      inlineBytes: compressedLength(inlineScripts(html.toString("utf8"))),
      early,
      files: files(),
      htmlBytes: compressedLength(html),
      foreign: [...urls].filter((url) => /^https?:/.test(url) && !url.startsWith(`${origin}/`)),
    };
  } finally {
    await context.close();
  }
}

/** What a browser runs of a page's HTML by itself, and the rules that it follows; not what rests in a template. */
function inlineScripts(html: string): string {
  const parsed = html.replace(/<template\b.*?<\/template>/gs, "");
  return [
    ...parsed.matchAll(
      /<script\b(?![^>]*type="(?:text\/plain|application\/ld\+json)")[^>]*>(.*?)<\/script>/gs,
    ),
  ]
    .map(([, text]) => text)
    .join("\n");
}

const compressedLength = (content: Buffer | string) => gzipSync(content, { level: 9 }).length;

function weighFile(path: string): LoadedFile {
  const file = join(ROOT, "build", "client", path);
  const content = readFileSync(file);
  const kind = KINDS[extname(path)] ?? "other";
  const isText = kind === "script" || kind === "style";
  return {
    name: basename(path),
    kind,
    bytes: isText ? compressedLength(content) : content.length,
    sentBytes: existsSync(`${file}.br`) ? readFileSync(`${file}.br`).length : content.length,
    isFramework: kind === "script" && FRAMEWORK.test(content.toString("utf8")),
  };
}

function figuresOf({ name, inlineBytes, early, files, htmlBytes, foreign }: PageWeight): Figure[] {
  const before = inlineBytes + sum(early.filter((file) => file.kind === "script"));
  const scripts = files.filter((file) => file.kind === "script");
  const framework = sum(scripts.filter((file) => file.isFramework));
  const script = sum(scripts);
  const style = sum(files.filter((file) => file.kind === "style"));
  const fonts = files.filter((file) => file.kind === "font");
  return [
    {
      what: `${name}: JavaScript before somebody is there`,
      budget: `at most ${kB(EARLY_SCRIPT_BUDGET)}`,
      measured: kB(before),
      held: before > 0 && before <= EARLY_SCRIPT_BUDGET,
    },
    {
      what: `${name}: JavaScript then`,
      budget: `at most ${kB(SCRIPT_BUDGET)}`,
      measured: `${kB(script)} in ${scripts.length} files (framework about ${kB(framework)}, ours ${kB(script - framework)}); ${kB(sentOf(scripts))} as sent`,
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
const sentOf = (files: readonly LoadedFile[]) => files.reduce((total, file) => total + file.sentBytes, 0);
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
