import lighthouse from "lighthouse";
import { findFreePort } from "#server/testing/program.ts";
import type { Bench } from "./bench.ts";
import { launchBrowser } from "./browser.ts";
import { type Figure, median, type PartResult } from "./figure.ts";
import { startMeasuredProgram } from "./program.ts";
import { type PublicPage, preparePublicPages } from "./public-pages.ts";

const CATEGORIES = [
  { id: "performance", label: "performance", min: 100 },
  { id: "accessibility", label: "accessibility", min: 100 },
  { id: "best-practices", label: "best practices", min: 100 },
  { id: "seo", label: "SEO", min: 100 },
] as const;
type Category = (typeof CATEGORIES)[number]["id"];

interface Report {
  readonly scores: Readonly<Record<Category, number>>;
  readonly layoutShift: number;
  readonly totalBlockingMs: number;
  readonly largestPaintMs: number;
  /** Audits that lost points (in performance, more than a tenth of them), with their category. */
  readonly failedAudits: readonly { readonly category: Category; readonly audit: string }[];
}

/** Runs Lighthouse with its default configuration: the mobile preset, with a simulated slow phone. */
export async function measureLighthouse(bench: Bench): Promise<PartResult> {
  const databaseUrl = await bench.databases.create(0);
  const program = await startMeasuredProgram({ databaseUrl, hasDemo: true });
  bench.addCleanup(program.stop);
  const port = await findFreePort();
  await launchBrowser(bench, port);

  const pages = await preparePublicPages(databaseUrl);
  // Warm-up: a new process's first response is slower.
  for (const page of pages) await fetch(program.url + page.path).then((response) => response.text());
  const results: { page: PublicPage; reports: Report[] }[] = [];
  for (const page of pages) {
    const reports: Report[] = [];
    for (let round = 0; round < (bench.isQuick ? 1 : 5); round += 1) {
      bench.log(`Lighthouse: ${page.name}, round ${round + 1}`);
      reports.push(await audit(program.url + page.path, port));
    }
    results.push({ page, reports });
  }
  return {
    figures: results.flatMap(({ page, reports }) => createFigures(page, reports)),
    details: results,
  };
}

/** A browser that has just started sometimes records nothing, so one retry is allowed. */
async function audit(url: string, port: number, isRetry = false): Promise<Report> {
  const result = await lighthouse(url, { port, output: "json", logLevel: "error" });
  if (result === undefined) throw new Error(`Lighthouse returned no result for ${url}`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError && !isRetry) return audit(url, port, true);
  if (runtimeError) throw new Error(`Lighthouse at ${url}: ${runtimeError.message}`);
  const scores = Object.fromEntries(
    CATEGORIES.map(({ id }) => [id, Math.round((categories[id]?.score ?? 0) * 100)]),
  ) as Record<Category, number>;
  return {
    scores,
    layoutShift: audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN,
    totalBlockingMs: Math.round(audits["total-blocking-time"]?.numericValue ?? Number.NaN),
    largestPaintMs: Math.round(audits["largest-contentful-paint"]?.numericValue ?? Number.NaN),
    failedAudits: CATEGORIES.flatMap(({ id }) =>
      (categories[id]?.auditRefs ?? [])
        .filter(({ weight }) => weight > 0)
        .filter((reference) => {
          const score = audits[reference.id]?.score ?? null;
          return score !== null && score < (id === "performance" ? 0.9 : 1);
        })
        .map((reference) => ({ category: id, audit: reference.id + describeExample(audits[reference.id]) })),
    ),
  };
}

/** Describes the first element that an audit complains about. */
function describeExample(audit: { details?: object } | undefined): string {
  const items = (audit?.details as { items?: { node?: { snippet?: string } }[] } | undefined)?.items;
  const snippet = items?.[0]?.node?.snippet;
  return snippet ? ` at ${snippet.slice(0, 100)}` : "";
}

function createFigures({ name }: PublicPage, reports: readonly Report[]): Figure[] {
  const scoreFigures = CATEGORIES.map(({ id, label, min }): Figure => {
    const score = median(reports.map((report) => report.scores[id]));
    const isMet = score >= min;
    const failedAudits = [
      ...new Set(
        reports.flatMap((report) =>
          report.failedAudits.filter(({ category }) => category === id).map(({ audit }) => audit),
        ),
      ),
    ];
    const [paintMs, blockingMs] = [
      median(reports.map((report) => report.largestPaintMs)),
      median(reports.map((report) => report.totalBlockingMs)),
    ];
    return {
      label: `${name}: ${label}`,
      budget: min === 100 ? "100" : `at least ${min}`,
      measured:
        id === "performance"
          ? `${score} (largest paint ${(paintMs / 1000).toFixed(1)} s, blocked ${blockingMs} ms)`
          : `${score}`,
      isMet,
      dependsOnMachine: id === "performance",
      ...(isMet ? {} : { note: `${name}, ${label}: ${failedAudits.join(", ") || "no single audit"}` }),
    };
  });
  const layoutShift = Math.max(...reports.map((report) => report.layoutShift));
  return [
    ...scoreFigures,
    {
      label: `${name}: layout shift`,
      budget: "0",
      measured: layoutShift.toFixed(4),
      isMet: layoutShift === 0,
    },
  ];
}
