import { sql } from "drizzle-orm";
import { isRobot } from "#server/platform/is-robot.ts";
import type { AnalyticsDeps } from "./deps.ts";

/** What a program that is killed can lose of its counts, in milliseconds. */
const WRITE_EVERY_MS = 5_000;

type Kind = "post_views" | "article_views" | "page_views";

export interface ViewCounter {
  /** Counts a page that was answered, when it is one that a person was shown. Costs no statement. */
  count(request: Request, answer: { readonly status: number }): void;
  /** Writes down what was counted since; one statement, none when nothing was. Never throws: it is kept for next time. */
  write(): Promise<void>;
  start(): void;
  /** Ends after what was counted is written. */
  close(): Promise<void>;
}

const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
/** What every visitor may read; how members see to their own things is not counted. */
const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ["post_views", new RegExp(`^/forum/${ID}(?:/comments/${ID})?$`, "i")],
  ["article_views", new RegExp(`^/news/${ID}$`, "i")],
  ["page_views", /^\/(?:forum|news|search|ai-tools|wallet|privacy|terms|u\/[^/]+)?$/],
];

/** Where a client-side navigation asks for a page's data, and the page that it is of. */
const pathOfData = (path: string) => (path === "/_root.data" ? "/" : path.replace(/\.data$/, ""));

/** A page's view, from the edge. Null for what shows nobody a page: forms, files, refusals, robots, fetching ahead. */
function kindOf(request: Request, status: number): Kind | null {
  const { method, headers } = request;
  // A page that was fetched ahead says by this that it is shown now (web/shell/wait-for-someone.ts).
  const isShown = method === "HEAD" && headers.get("Sec-Fetch-Site") === "same-origin";
  if ((method !== "GET" && !isShown) || status !== 200) return null;
  if (isRobot(headers.get("User-Agent") ?? "")) return null;
  if (/prefetch|prerender/i.test(headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "")) return null;
  const asked = new URL(request.url).pathname;
  const path = pathOfData(asked);
  // A page that reads itself anew, after a vote or for another filter, is the view that it was.
  if (path !== asked && isFrom(headers.get("Referer"), path)) return null;
  return KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}

function isFrom(referer: string | null, path: string): boolean {
  return referer !== null && URL.canParse(referer) && new URL(referer).pathname === path;
}

/** Counts views in memory and writes them every few seconds. A program that is killed loses the last few seconds'. */
export function createViewCounter({ database, clock, log }: AnalyticsDeps): ViewCounter {
  let counted = new Map<string, number>();
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const add = (key: string, amount: number) => counted.set(key, (counted.get(key) ?? 0) + amount);

  async function writeNow(): Promise<void> {
    if (counted.size === 0) return;
    const taken = counted;
    counted = new Map();
    const rows = [...taken].map(([key, amount]) => ({ day: key.slice(0, 10), name: key.slice(11), amount }));
    try {
      await database.db.execute(sql`
        insert into public.activity_added (day, name, amount)
        select day, name, amount from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (name text, day date, amount bigint)`);
    } catch (error) {
      for (const [key, amount] of taken) add(key, amount);
      log.warn({ error: String(error) }, "views of pages could not be written yet");
    }
  }

  function write(): Promise<void> {
    writing = writing.then(writeNow);
    return writing;
  }

  return {
    count(request, { status }) {
      const kind = kindOf(request, status);
      if (kind) add(`${clock.now().toISOString().slice(0, 10)} ${kind}`, 1);
    },
    write,
    start() {
      timer ??= setInterval(() => void write(), WRITE_EVERY_MS);
      timer.unref();
    },
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}
