import type { LiveDeps } from "./deps.ts";
import type { EventLog, LoggedEvent } from "./event-log.ts";

/** What happens within this time is told together; so is what happens while the last was told not long ago. */
const FIRST_MS = 40;
const BETWEEN_MS = 400;
/** More for each open stream: two thousand are told once in 0.9 s at most, so that pages have the rest of the time. */
const BETWEEN_EACH_MS = 0.25;
/** More rows than this at once are not told one by one. */
const ROWS_MOST = 200;
/** What was made in this time before a program began is told to streams that another one, or its earlier self, had. */
const BEFORE_MS = 86_400_000;

export interface Changes {
  /** No more is read or told. */
  stop(): void;
}

/**
 * Hears of rows, reads them (two statements for this whole program, however many streams are open), keeps the event
 * and has the streams told. What cannot be told is told as missed.
 */
export function gatherChanges(
  { announcements, forum, clock, log }: LiveDeps,
  events: EventLog,
  streams: { readonly size: number; tell(event: LoggedEvent): void },
): Changes {
  let posts = new Map<string, { isNew: boolean }>();
  let comments = new Map<string, { isNew: boolean }>();
  let isTooMuch = false;
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;
  let toldAt = 0;
  let last = 0;
  let isStopped = false;

  const nextAt = () => {
    last = Math.max(clock.now().getTime(), last + 1);
    return last;
  };

  function tellMissed(): void {
    const at = nextAt();
    events.beginAt(at);
    streams.tell({ at, missed: true });
  }

  function plan(): void {
    if (timer || isReading || isStopped) return;
    const since = performance.now() - toldAt;
    timer = setTimeout(
      () => void flush(),
      Math.max(FIRST_MS, BETWEEN_MS + BETWEEN_EACH_MS * streams.size - since),
    );
  }

  async function flush(): Promise<void> {
    timer = undefined;
    isReading = true;
    const told = { posts, comments };
    const wasTooMuch = isTooMuch;
    posts = new Map();
    comments = new Map();
    isTooMuch = false;
    // Taken before the rows are read: what changes after it is announced after it.
    const at = nextAt();
    try {
      if (wasTooMuch) tellMissed();
      else {
        const read = await forum.readStates(told);
        if (isStopped) return;
        const event = {
          at,
          ...(read.posts.length > 0 ? { posts: read.posts } : {}),
          ...(read.comments.length > 0 ? { comments: read.comments } : {}),
        };
        events.add(event);
        streams.tell(event);
      }
    } catch (error) {
      if (isStopped) return;
      log.warn({ error: String(error) }, "live: what has changed could not be read");
      tellMissed();
    } finally {
      isReading = false;
      toldAt = performance.now();
      if (posts.size + comments.size > 0 || isTooMuch) plan();
    }
  }

  const stopHearing = announcements.on("forum", ({ of, made, ids }) => {
    const rows = of === "posts" ? posts : comments;
    for (const id of ids ?? []) rows.set(id, { isNew: made || rows.get(id)?.isNew === true });
    if (ids === null || posts.size + comments.size > ROWS_MOST) {
      isTooMuch = true;
      posts.clear();
      comments.clear();
    }
    plan();
  });

  let isFirst = true;
  const stopGap = announcements.onGap(() => {
    if (isFirst) void begin();
    else tellMissed();
    isFirst = false;
  });

  /** From here on everything is heard. What was made before is read, so that pages need not be told of what may be. */
  async function begin(): Promise<void> {
    const at = nextAt();
    events.beginAt(at);
    try {
      const { made, from } = await forum.readNewest({ since: at - BEFORE_MS, limit: ROWS_MOST });
      if (isStopped) return;
      events.precede(
        made.map(({ at: madeAt, state }) => ({
          at: madeAt,
          ...("postId" in state ? { comments: [state] } : { posts: [state] }),
        })),
        from,
        at,
      );
    } catch (error) {
      if (!isStopped) log.warn({ error: String(error) }, "live: what was made before could not be read");
    }
  }

  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      stopHearing();
      stopGap();
    },
  };
}
