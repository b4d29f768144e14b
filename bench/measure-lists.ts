import { PAGE_SIZE } from "#core/forum/limits.ts";
import type { PostListQuery } from "#core/forum/types.ts";
import type { Bench } from "./bench.ts";
import {
  type Cost,
  describePlan,
  explain,
  type ListSubject,
  openListSubject,
  type Statement,
} from "./explain-list.ts";
import { type Figure, median, type PartResult } from "./figure.ts";
import {
  buildNarrowedQuery,
  chooseTag,
  chooseTerms,
  countListPosts,
  countSkippedPosts,
  findCursorAt,
  type ListCase,
  listCases,
  NARROWED_CASES,
  type Position,
} from "./list-cases.ts";

/** A page of a list must cost at most 1.2 times as much as at the smallest size, and take at most 5 ms. */
const RATIO_BUDGET = 1.2;
const BUDGET_MS = 5;
/** Runs of each sample in a round. Only the fastest counts, because CPU caches are cold for the first. */
const RUNS_PER_SAMPLE = 3;
const POSITIONS: readonly Position[] = ["first", "middle", "last"];

/** A page of a list in one database, with its cost in every round. */
interface Sample {
  readonly list: string;
  readonly position: Position;
  readonly postCount: number;
  readonly query: PostListQuery;
  readonly statements: readonly Statement[];
  readonly rowCount: number;
  readonly plan: string;
  readonly execution: number[];
  readonly planning: number[];
  readonly buffers: number[];
  /** Times of the forum's complete operation in milliseconds. */
  readonly operation: number[];
}

/**
 * Measures the cost of list pages within PostgreSQL at 1,000, 100,000 and 1,000,000 posts: buffers accessed and
 * execution time of the forum's real statements. Sizes alternate in every round, so that other load affects them
 * equally.
 */
export async function measureLists(bench: Bench): Promise<PartResult> {
  const subjects: ListSubject[] = [];
  for (const postCount of bench.isQuick ? [1_000, 100_000] : [1_000, 100_000, 1_000_000]) {
    bench.log(`Lists: a database with ${postCount.toLocaleString("en")} posts`);
    const subject = await openListSubject(await bench.databases.getReadOnly(postCount), postCount);
    bench.addCleanup(subject.close);
    subjects.push(subject);
  }
  // Choose tag and terms from the smallest database, because they occur at every size.
  const { pool } = (subjects[0] as ListSubject).database;
  const lists = listCases(await chooseTag(pool));
  const samples: Sample[] = [];
  for (const list of lists) {
    for (const position of POSITIONS) {
      for (const subject of subjects) {
        const sample = await preparePageSample(subject, list, position);
        if (sample) samples.push(sample);
      }
    }
  }
  const narrowedSamples: Sample[] = [];
  const terms = await chooseTerms(pool);
  for (const narrowedCase of NARROWED_CASES) {
    for (const subject of subjects) {
      const query = buildNarrowedQuery(narrowedCase, terms);
      narrowedSamples.push(await prepareSample(subject, narrowedCase.name, "first", query));
    }
  }

  await measureRounds(bench, subjects, samples, bench.isQuick ? 9 : 31);
  await measureRounds(bench, subjects, narrowedSamples, bench.isQuick ? 3 : 7);
  return {
    figures: [
      ...lists.map((list) => createListFigure(list, samples, subjects)),
      ...createSearchFigures(narrowedSamples),
    ],
    details: [...samples, ...narrowedSamples].map(({ statements, ...sample }) => ({
      ...sample,
      ...summarizeCost(sample),
      sql: statements[statements.length - 1]?.text,
    })),
  };
}

async function preparePageSample(
  subject: ListSubject,
  list: ListCase,
  position: Position,
): Promise<Sample | null> {
  const { pool } = subject.database;
  const postCount = await countListPosts(pool, list.query, subject.now);
  const skippedCount = countSkippedPosts(position, postCount);
  if (skippedCount === null) return null;
  if (skippedCount === 0) return prepareSample(subject, list.name, position, list.query);
  const { cursor, nextId } = await findCursorAt(pool, list.query, subject.now, skippedCount);
  const query = { ...list.query, cursor };
  const [firstPost] = (await subject.forum.listPosts(null, query)).items;
  if (firstPost?.id !== nextId)
    throw new Error(`${list.name}: the ${position} page does not start where expected.`);
  return prepareSample(subject, list.name, position, query);
}

async function prepareSample(
  subject: ListSubject,
  list: string,
  position: Position,
  query: PostListQuery,
): Promise<Sample> {
  const statements = await subject.captureStatements(query);
  const { plans } = await explain(subject, statements);
  const rowCount = (await subject.forum.listPosts(null, query)).items.length;
  const noMeasurements = { execution: [], planning: [], buffers: [], operation: [] };
  return {
    list,
    position,
    postCount: subject.postCount,
    query,
    statements,
    rowCount,
    plan: describePlan(plans),
    ...noMeasurements,
  };
}

async function measureRounds(
  bench: Bench,
  subjects: readonly ListSubject[],
  samples: readonly Sample[],
  roundCount: number,
): Promise<void> {
  for (let round = 0; round < roundCount; round += 1) {
    if (round % 10 === 0) bench.log(`Lists: round ${round + 1} of ${roundCount}`);
    for (const sample of samples) {
      const subject = subjects.find((candidate) => candidate.postCount === sample.postCount);
      if (subject === undefined) continue;
      const costs: Cost[] = [];
      for (let run = 0; run < RUNS_PER_SAMPLE; run += 1)
        costs.push((await explain(subject, sample.statements)).cost);
      sample.execution.push(Math.min(...costs.map((cost) => cost.executionMs)));
      sample.planning.push(Math.min(...costs.map((cost) => cost.planningMs)));
      sample.buffers.push(Math.min(...costs.map((cost) => cost.buffers)));
      const startedAt = performance.now();
      await subject.forum.listPosts(null, sample.query);
      sample.operation.push(performance.now() - startedAt);
    }
  }
}

function summarizeCost({ execution, planning, buffers, operation }: Omit<Sample, "statements">) {
  const round = (value: number) => Math.round(value * 1000) / 1000;
  return {
    execution: round(median(execution)),
    planning: round(median(planning)),
    buffers: median(buffers),
    operation: round(median(operation)),
  };
}

/**
 * The worst position of a list at the largest size, compared with the same position at the smallest size that has a
 * full page.
 */
function createListFigure(
  list: ListCase,
  samples: readonly Sample[],
  subjects: readonly ListSubject[],
): Figure {
  const largestSize = Math.max(...subjects.map((subject) => subject.postCount));
  const comparisons = POSITIONS.flatMap((position) => {
    const listSamples = samples.filter(
      (sample) => sample.list === list.name && sample.position === position && sample.rowCount === PAGE_SIZE,
    );
    const [baseSample] = listSamples;
    const largestSample = listSamples.find((sample) => sample.postCount === largestSize);
    if (baseSample === undefined || largestSample === undefined || baseSample === largestSample) return [];
    const [baseCost, largestCost] = [summarizeCost(baseSample), summarizeCost(largestSample)];
    return [
      {
        position,
        baseSample,
        largestSample,
        baseCost,
        largestCost,
        timeRatio: largestCost.execution / baseCost.execution,
        bufferRatio: largestCost.buffers / baseCost.buffers,
      },
    ];
  });
  const findWorst = (field: "timeRatio" | "bufferRatio") =>
    comparisons.reduce(
      (max, comparison) => (comparison[field] > max[field] ? comparison : max),
      comparisons[0] as (typeof comparisons)[number],
    );
  if (comparisons.length === 0) return { label: list.name, measured: "no full page at two sizes" };

  const [worstTime, worstBuffers] = [findWorst("timeRatio"), findWorst("bufferRatio")];
  const slowestMs = Math.max(...comparisons.map(({ largestCost }) => largestCost.execution));
  const isMet =
    worstTime.timeRatio <= RATIO_BUDGET && worstBuffers.bufferRatio <= RATIO_BUDGET && slowestMs <= BUDGET_MS;
  const basePostCount = comparisons.find(({ baseSample }) => baseSample.postCount > 1_000)?.baseSample
    .postCount;
  const baseNote = basePostCount
    ? ` compared with ${basePostCount.toLocaleString("en")} posts, the smallest size with a full page`
    : "";
  return {
    label: list.name,
    budget: `at most ${RATIO_BUDGET} times the cost at the smallest size, and ${BUDGET_MS} ms`,
    measured:
      `time ${formatRatio(worstTime.timeRatio)} (${worstTime.position}: ${formatMs(worstTime.baseCost.execution)} to ${formatMs(worstTime.largestCost.execution)}), ` +
      `buffers accessed ${formatRatio(worstBuffers.bufferRatio)} (${worstBuffers.position}: ${worstBuffers.baseCost.buffers} to ${worstBuffers.largestCost.buffers})${baseNote}`,
    isMet,
    ...(isMet
      ? {}
      : {
          note: `${list.name}: ${(worstTime.timeRatio > RATIO_BUDGET ? worstTime : worstBuffers).largestSample.plan}`,
        }),
  };
}

function createSearchFigures(samples: readonly Sample[]): Figure[] {
  return NARROWED_CASES.map(({ name }) => ({
    label: `search: ${name}`,
    measured: samples
      .filter((sample) => sample.list === name)
      .map((sample) => ({ sample, cost: summarizeCost(sample) }))
      .map(
        ({ sample, cost }) =>
          `${formatMs(cost.execution)}, ${cost.buffers} buffers accessed at ${sample.postCount.toLocaleString("en")}`,
      )
      .join("; "),
  }));
}

const formatRatio = (ratio: number) => `${ratio.toFixed(2)}x`;
const formatMs = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
