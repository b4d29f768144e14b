import { existsSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { formatCount } from "#core/format-count.ts";
import type { Bench } from "./bench.ts";
import { launchBrowser } from "./browser.ts";
import type { Figure, PartResult } from "./figure.ts";
import { ROOT, startMeasuredProgram } from "./program.ts";
import { type PublicPage, preparePublicPages } from "./public-pages.ts";

/** Budgets in bytes for a visitor's page. This one is for all scripts before user activity, inline ones included. */
const EARLY_SCRIPT_BUDGET = 3_000;
/** For all script files that are requested before and after user activity. */
const SCRIPT_BUDGET = 130_000;
const STYLE_BUDGET = 20_000;
/**
 * Matches only chunks with React, React DOM or React Router. A chunk counts entirely as framework code or as ours. Some
 * of the router's code, for links and forms, shares a chunk with ours.
 */
const FRAMEWORK_PATTERN = /Minified React error|react\.transitional\.element|HydratedRouter/;

const KIND_BY_EXTENSION: Readonly<Record<string, LoadedFile["kind"]>> = {
  ".js": "script",
  ".css": "style",
  ".woff2": "font",
};

interface LoadedFile {
  readonly name: string;
  readonly kind: "script" | "style" | "font" | "other";
  /** Bytes at gzip -9. Fonts are already compressed and count as they are. */
  readonly bytes: number;
  /** As sent to browsers that accept Brotli, which all current ones do. */
  readonly sentBytes: number;
  readonly isFramework: boolean;
}

interface PageWeight extends PublicPage {
  /** Bytes of the inline scripts at gzip -9. */
  readonly inlineBytes: number;
  /** Files requested before user activity; `files` also has those requested after it. */
  readonly earlyFiles: readonly LoadedFile[];
  readonly files: readonly LoadedFile[];
  readonly htmlBytes: number;
  readonly foreignUrls: readonly string[];
}

/**
 * Measures what a visitor's browser requests for a page before and after user activity. The sizes are those of the
 * built files at gzip -9, independent of the negotiated encoding.
 */
export async function measureWeight(bench: Bench): Promise<PartResult> {
  const databaseUrl = await bench.databases.create(0);
  const program = await startMeasuredProgram({ databaseUrl, hasDemo: true });
  bench.addCleanup(program.stop);
  const browser = await launchBrowser(bench);

  const weights: PageWeight[] = [];
  for (const page of await preparePublicPages(databaseUrl))
    weights.push(await measurePage(browser, program.url, page));
  return { figures: weights.flatMap(createFigures), details: weights };
}

async function measurePage(browser: Browser, origin: string, page: PublicPage): Promise<PageWeight> {
  const context = await browser.newContext();
  try {
    const tab = await context.newPage();
    const urls = new Set<string>();
    tab.on("request", (request) => urls.add(request.url()));
    const measureFiles = () =>
      [...urls]
        .filter((url) => url.startsWith(`${origin}/assets/`))
        .map((url) => measureFile(new URL(url).pathname));
    // Stop the clock, so that no animation makes the page load scripts.
    await tab.clock.install();
    await tab.clock.pauseAt(Date.now() + 1000);
    const response = await tab.goto(origin + page.path, { waitUntil: "networkidle" });
    if (!response?.ok()) throw new Error(`${page.path} responded with ${response?.status()}`);
    const html = await response.body();
    const earlyFiles = measureFiles();
    await tab.mouse.move(200, 200, { steps: 2 });
    await tab.waitForFunction(() => !("earlyInput" in window));
    // The first key press or focus loads the table of routes.
    await tab.keyboard.press("Shift");
    await tab.waitForFunction(() => "__reactRouterManifest" in window);
    await tab.waitForLoadState("networkidle");
    return {
      ...page,
      inlineBytes: getCompressedLength(extractInlineScripts(html.toString("utf8"))),
      earlyFiles,
      files: measureFiles(),
      htmlBytes: getCompressedLength(html),
      foreignUrls: [...urls].filter((url) => /^https?:/.test(url) && !url.startsWith(`${origin}/`)),
    };
  } finally {
    await context.close();
  }
}

/** The inline scripts and speculation rules that a browser runs, without those in templates. */
function extractInlineScripts(html: string): string {
  const htmlWithoutTemplates = html.replace(/<template\b.*?<\/template>/gs, "");
  return [
    ...htmlWithoutTemplates.matchAll(
      /<script\b(?![^>]*type="(?:text\/plain|application\/ld\+json)")[^>]*>(.*?)<\/script>/gs,
    ),
  ]
    .map(([, text]) => text)
    .join("\n");
}

const getCompressedLength = (content: Buffer | string) => gzipSync(content, { level: 9 }).length;

function measureFile(path: string): LoadedFile {
  const file = join(ROOT, "build", "client", path);
  const content = readFileSync(file);
  const kind = KIND_BY_EXTENSION[extname(path)] ?? "other";
  const isText = kind === "script" || kind === "style";
  return {
    name: basename(path),
    kind,
    bytes: isText ? getCompressedLength(content) : content.length,
    sentBytes: existsSync(`${file}.br`) ? readFileSync(`${file}.br`).length : content.length,
    isFramework: kind === "script" && FRAMEWORK_PATTERN.test(content.toString("utf8")),
  };
}

function createFigures({
  name,
  inlineBytes,
  earlyFiles,
  files,
  htmlBytes,
  foreignUrls,
}: PageWeight): Figure[] {
  const earlyScriptBytes = inlineBytes + sumBytes(earlyFiles.filter((file) => file.kind === "script"));
  const scripts = files.filter((file) => file.kind === "script");
  const frameworkBytes = sumBytes(scripts.filter((file) => file.isFramework));
  const scriptBytes = sumBytes(scripts);
  const styleBytes = sumBytes(files.filter((file) => file.kind === "style"));
  const fonts = files.filter((file) => file.kind === "font");
  return [
    {
      label: `${name}: JavaScript before user activity`,
      budget: `at most ${formatKb(EARLY_SCRIPT_BUDGET)}`,
      measured: formatKb(earlyScriptBytes),
      isMet: earlyScriptBytes > 0 && earlyScriptBytes <= EARLY_SCRIPT_BUDGET,
    },
    {
      label: `${name}: JavaScript files before and after user activity`,
      budget: `at most ${formatKb(SCRIPT_BUDGET)}`,
      measured: `${formatKb(scriptBytes)} in ${formatCount(scripts.length, "file")} (framework about ${formatKb(frameworkBytes)}, ours ${formatKb(scriptBytes - frameworkBytes)}); ${formatKb(sumSent(scripts))} as sent`,
      isMet: scriptBytes > 0 && scriptBytes <= SCRIPT_BUDGET,
    },
    {
      label: `${name}: CSS`,
      budget: `at most ${formatKb(STYLE_BUDGET)}`,
      measured: formatKb(styleBytes),
      isMet: styleBytes > 0 && styleBytes <= STYLE_BUDGET,
    },
    {
      label: `${name}: fonts, HTML`,
      measured: `${formatCount(fonts.length, "font")} ${formatKb(sumBytes(fonts))}, HTML ${formatKb(htmlBytes)}`,
    },
    ...(foreignUrls.length === 0
      ? []
      : [
          {
            label: `${name}: requests to other sites`,
            budget: "none",
            measured: foreignUrls.join(" "),
            isMet: false,
          },
        ]),
  ];
}

const sumBytes = (files: readonly LoadedFile[]) => files.reduce((total, file) => total + file.bytes, 0);
const sumSent = (files: readonly LoadedFile[]) => files.reduce((total, file) => total + file.sentBytes, 0);
const formatKb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
