import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NewsListQuery } from "#core/news/types.ts";
import { type Database, openDatabase } from "#server/database/index.ts";
import type { News } from "#server/news/index.ts";
import { createLog } from "#server/platform/log.ts";
import type { Bench } from "./bench.ts";
import { type Cost, describePlan, explain, recordStatements, type Statement } from "./explain-list.ts";
import { type Figure, median, type PartResult } from "./figure.ts";
import { measureIngestion, openNews } from "./measure-ingestion.ts";

const RATIO_BUDGET = 1.5;
const RUNS_PER_ROUND = 3;

interface NewsSubject {
  readonly articleCount: number;
  readonly database: Database;
  readonly news: News;
  readonly recordedStatements: Statement[];
}

interface NewsCase {
  readonly name: string;
  readonly query: NewsListQuery;
  /**
   * Whether the budget applies: a page at 100,000 articles costs at most RATIO_BUDGET times as much as a page at 1,000.
   */
  readonly isBudgeted: boolean;
  /** Whether to measure a page near the end of the list. */
  readonly isNearEnd?: boolean;
}

const BASE_QUERY = { search: "", cursor: null } as const;
const CASES: readonly NewsCase[] = [
  { name: "All News", query: { ...BASE_QUERY, category: "all" }, isBudgeted: true },
  {
    name: "All News, near the end",
    query: { ...BASE_QUERY, category: "all" },
    isBudgeted: true,
    isNearEnd: true,
  },
  { name: "Quantum", query: { ...BASE_QUERY, category: "quantum" }, isBudgeted: true },
  {
    name: "Quantum, near the end",
    query: { ...BASE_QUERY, category: "quantum" },
    isBudgeted: true,
    isNearEnd: true,
  },
  { name: "a common word", query: { ...BASE_QUERY, category: "all", search: "common" }, isBudgeted: false },
  { name: "a rare word", query: { ...BASE_QUERY, category: "all", search: "rare77" }, isBudgeted: false },
  { name: "part of a word", query: { ...BASE_QUERY, category: "all", search: "ommon" }, isBudgeted: false },
  {
    name: "a nonexistent word",
    query: { ...BASE_QUERY, category: "all", search: "xyzzyplugh" },
    isBudgeted: false,
  },
];

/**
 * Measures how many feed items per second become articles, and the cost of news pages within PostgreSQL at 1,000 and
 * 100,000 articles, with the program's real statements. Measurements alternate between the two sizes.
 */
export async function measureNews(bench: Bench): Promise<PartResult> {
  const folder = mkdtempSync(join(tmpdir(), "lattice-bench-news-"));
  bench.addCleanup(() => rmSync(folder, { recursive: true, force: true }));
  const figures: Figure[] = await measureIngestion(bench, folder);
  const subjects: NewsSubject[] = [];
  for (const articleCount of [1_000, 100_000]) {
    bench.log(`News: a database with ${articleCount.toLocaleString("en")} articles`);
    const subject = await openSubject(await bench.databases.create(0), articleCount, folder);
    bench.addCleanup(async () => {
      await subject.news.close();
      await subject.database.close();
    });
    subjects.push(subject);
  }
  const details: unknown[] = [];
  for (const newsCase of CASES) {
    const costs = await measureCase(subjects, newsCase, bench.isQuick ? 9 : 31);
    details.push({ name: newsCase.name, costs });
    figures.push(createFigure(newsCase, costs));
  }
  return { figures, details };
}

async function openSubject(url: string, articleCount: number, dataDir: string): Promise<NewsSubject> {
  const log = createLog("silent");
  const database = openDatabase({ url, log, maxConnections: 2, statementTimeout: 0 });
  await database.pool.query(
    `insert into public.news_articles (title, content, excerpt, category, published_at, source, identity, content_digest)
     select 'Story number ' || n, 'Common words rare' || n % 900 || ' ' || md5(n::text) || ' and the rest of the story',
       'An excerpt', (array['crypto', 'ai', 'quantum', 'defi', 'blockchain'])[1 + n % 5],
       now() - n * interval '7 minutes', 'Source ' || n % 40, n::text, '' from generate_series(1, $1::int) as n`,
    [articleCount],
  );
  await database.pool.query("vacuum analyze public.news_articles, public.news_words");
  const statements: Statement[] = [];
  recordStatements(database.pool, statements);
  return { articleCount, database, news: openNews(database, dataDir, {}), recordedStatements: statements };
}

interface CaseCost {
  readonly articleCount: number;
  readonly execution: number;
  readonly buffers: number;
  readonly plan: string;
}

async function measureCase(
  subjects: readonly NewsSubject[],
  { query, isNearEnd = false }: NewsCase,
  roundCount: number,
): Promise<CaseCost[]> {
  const preparedSubjects = [];
  for (const subject of subjects) {
    const pageQuery = isNearEnd ? { ...query, cursor: await findCursorNearEnd(subject, query) } : query;
    subject.recordedStatements.length = 0;
    await subject.news.listNews(pageQuery);
    const statements = [...subject.recordedStatements];
    const plan = describePlan((await explain(subject, statements)).plans);
    preparedSubjects.push({ subject, statements, plan, execution: [] as number[], buffers: [] as number[] });
  }
  for (let round = 0; round < roundCount; round += 1) {
    for (const { subject, statements, execution, buffers } of preparedSubjects) {
      const costs: Cost[] = [];
      for (let run = 0; run < RUNS_PER_ROUND; run += 1) costs.push((await explain(subject, statements)).cost);
      execution.push(Math.min(...costs.map((cost) => cost.executionMs)));
      buffers.push(Math.min(...costs.map((cost) => cost.buffers)));
    }
  }
  return preparedSubjects.map(({ subject, plan, execution, buffers }) => ({
    articleCount: subject.articleCount,
    execution: median(execution),
    buffers: median(buffers),
    plan,
  }));
}

/** A cursor sixty articles before the end of the list, so that the page after it is full. */
async function findCursorNearEnd({ database }: NewsSubject, { category }: NewsListQuery): Promise<string> {
  const { rows } = await database.pool.query<{ id: string; micros: string }>(
    `select id, (extract(epoch from published_at) * 1000000)::int8 as micros from public.news_articles
     where $1 = 'all' or category = $1 order by published_at, id offset 60 limit 1`,
    [category],
  );
  const [row] = rows;
  return Buffer.from(JSON.stringify(["news", Number(row?.micros), row?.id])).toString("base64url");
}

function createFigure({ name, isBudgeted }: NewsCase, costs: readonly CaseCost[]): Figure {
  const [smallCost, largeCost] = costs;
  if (!smallCost || !largeCost) return { label: name, measured: "not measured" };
  const measured = costs
    .map(
      ({ execution, buffers, articleCount }) =>
        `${execution.toFixed(2)} ms, ${buffers} buffers accessed at ${articleCount.toLocaleString("en")}`,
    )
    .join("; ");
  if (!isBudgeted) return { label: name, measured };
  const isMet =
    largeCost.execution / smallCost.execution <= RATIO_BUDGET &&
    largeCost.buffers / smallCost.buffers <= RATIO_BUDGET;
  return {
    label: name,
    budget: `at most ${RATIO_BUDGET} times`,
    measured,
    isMet,
    ...(isMet ? {} : { note: `${name}: ${largeCost.plan}` }),
  };
}
