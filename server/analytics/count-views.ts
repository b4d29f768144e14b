import { sql } from "drizzle-orm";
import { isRobot } from "#server/platform/is-robot.ts";
import { getPagePath, type PageVisit } from "#server/platform/page-visit.ts";
import type { AnalyticsDeps } from "./deps.ts";

/** How often counts are written. A killed process loses the views counted since the last write. */
const WRITE_INTERVAL_MS = 5_000;

type Kind = "post_views" | "article_views" | "page_views";

const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
/** The pages whose views are counted. Visitors can read all of them. */
const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ["post_views", new RegExp(`^/forum/${ID}(?:/comments/${ID})?$`, "i")],
  ["article_views", new RegExp(`^/news/${ID}$`, "i")],
  ["page_views", /^\/(?:forum|news|search|ai-tools|wallet|privacy|terms|u\/[^/]+)?$/],
];

/** Returns the viewed page's kind; null if the view isn't counted, as with forms, errors, robots and prefetches. */
function getKind(visit: PageVisit, status: number): Kind | null {
  if (!visit.isSeen || status !== 200 || isRobot(visit.userAgent)) return null;
  const page = getPagePath(visit);
  // Revalidation of the current page, after a vote or with another filter, isn't a new view.
  if (page !== visit.path && isFrom(visit.referer, page)) return null;
  return KINDS.find(([, pattern]) => pattern.test(page))?.[0] ?? null;
}

function isFrom(referer: string | undefined, path: string): boolean {
  return referer !== undefined && URL.canParse(referer) && new URL(referer).pathname === path;
}

/** Views are counted in memory, so that counting one doesn't need an SQL statement. */
export function createViewCounter({ database, clock, log }: AnalyticsDeps) {
  let counts = new Map<string, number>();
  let lastWrite: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const add = (key: string, count: number) => counts.set(key, (counts.get(key) ?? 0) + count);

  async function writeNow(): Promise<void> {
    if (counts.size === 0) return;
    const pendingCounts = counts;
    counts = new Map();
    const rows = [...pendingCounts].map(([key, count]) => ({
      day: key.slice(0, 10),
      name: key.slice(11),
      amount: count,
    }));
    try {
      await database.db.execute(sql`
        insert into public.activity_pending (day, name, amount)
        select day, name, amount from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (name text, day date, amount bigint)`);
    } catch (error) {
      for (const [key, count] of pendingCounts) add(key, count);
      log.warn({ error: String(error) }, "page views could not be written; the next write includes them");
    }
  }

  function write(): Promise<void> {
    lastWrite = lastWrite.then(writeNow);
    return lastWrite;
  }

  return {
    count(visit: PageVisit, { status }: { readonly status: number }) {
      const kind = getKind(visit, status);
      if (kind) add(`${clock.now().toISOString().slice(0, 10)} ${kind}`, 1);
    },
    /** Writes the counts. Never throws: if it fails, the next write includes these views. */
    write,
    start() {
      timer ??= setInterval(() => void write(), WRITE_INTERVAL_MS);
      timer.unref();
    },
    /** Stops the timer and writes the remaining views. */
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}
