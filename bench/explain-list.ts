import type pg from "pg";
import type { PostListQuery } from "#core/forum/types.ts";
import { type Database, openDatabase } from "#server/database/index.ts";
import { createForum, type Forum } from "#server/forum/index.ts";
import { createLog } from "#server/platform/log.ts";

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface PlanNode {
  readonly "Node Type": string;
  readonly "Index Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Shared Hit Blocks"?: number;
  readonly "Shared Read Blocks"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The cost of one or more statements within PostgreSQL. */
export interface Cost {
  readonly planningMs: number;
  readonly executionMs: number;
  /** Number of 8 kB pages accessed, cached or not. */
  readonly buffers: number;
}

/** A forum on one database with a fixed clock and recorded statements. */
export interface ListSubject {
  readonly postCount: number;
  readonly database: Database;
  readonly forum: Forum;
  /** The time of the newest post. It is fixed, so that Top's periods contain the same posts during the whole run. */
  readonly now: Date;
  /** Queries a list, and returns the statements that the forum sends for it. */
  captureStatements(query: PostListQuery): Promise<Statement[]>;
  close(): Promise<void>;
}

export async function openListSubject(url: string, postCount: number): Promise<ListSubject> {
  const log = createLog("silent");
  const database = openDatabase({ url, log, maxConnections: 2, statementTimeout: 0 });
  const { rows } = await database.pool.query<{ newest: Date }>(
    "select max(created_at) as newest from public.forum_posts",
  );
  const now = rows[0]?.newest ?? new Date();
  const clock = { now: () => now };
  const statements: Statement[] = [];
  recordStatements(database.pool, statements);
  const forum = createForum({ database, clock, limits: null });
  return {
    postCount,
    database,
    forum,
    now,
    async captureStatements(query) {
      statements.length = 0;
      await forum.listPosts(null, query);
      return [...statements];
    },
    close: () => database.close(),
  };
}

/** Records the statements sent through the pool except EXPLAIN, so that the program's real statements are measured. */
export function recordStatements(pool: pg.Pool, statements: Statement[]): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  pool.query = ((...args: unknown[]) => {
    const [statement, values] = args;
    const config =
      typeof statement === "string"
        ? { text: statement }
        : (statement as { text: string; values?: unknown[] });
    if (!config.text.startsWith("explain "))
      statements.push({
        text: config.text,
        values: (values as unknown[] | undefined) ?? config.values ?? [],
      });
    return query(...args);
  }) as typeof pool.query;
}

/** Runs statements with EXPLAIN ANALYZE and adds up their costs. */
export async function explain(
  { database }: Pick<ListSubject, "database">,
  statements: readonly Statement[],
): Promise<{ cost: Cost; plans: PlanNode[] }> {
  const plans: PlanNode[] = [];
  const cost = { planningMs: 0, executionMs: 0, buffers: 0 };
  for (const { text, values } of statements) {
    // Timing per node is off, because it takes longer than the work of many nodes.
    const { rows } = await database.pool.query<{ "QUERY PLAN": [ExplainResult] }>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      [...values],
    );
    const result = rows[0]?.["QUERY PLAN"][0];
    if (result === undefined) throw new Error("EXPLAIN returned nothing.");
    plans.push(result.Plan);
    cost.planningMs += result["Planning Time"];
    cost.executionMs += result["Execution Time"];
    cost.buffers += (result.Plan["Shared Hit Blocks"] ?? 0) + (result.Plan["Shared Read Blocks"] ?? 0);
  }
  return { cost, plans };
}

interface ExplainResult {
  readonly Plan: PlanNode;
  readonly "Planning Time": number;
  readonly "Execution Time": number;
}

/** The indexes, scans and sorts of plans, on one line. */
export function describePlan(plans: readonly PlanNode[]): string {
  const scans = new Set<string>();
  const visit = (node: PlanNode) => {
    if (/Scan|Sort/.test(node["Node Type"]) && !/CTE|Subquery|Function/.test(node["Node Type"]))
      scans.add(node["Index Name"] ?? node["Node Type"]);
    node.Plans?.forEach(visit);
  };
  plans.forEach(visit);
  return [...scans].join(", ");
}
