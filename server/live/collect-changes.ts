import type { LiveDeps } from "./deps.ts";
import type { EventLog, LoggedEvent } from "./event-log.ts";

/**
 * The first change after a pause is sent FIRST_DELAY_MS later. After that, at most one batch of changes is sent per
 * BATCH_INTERVAL_MS.
 */
const FIRST_DELAY_MS = 40;
const BATCH_INTERVAL_MS = 400;
/**
 * Additional time between batches per open stream, in milliseconds. With two thousand streams, there is a batch every
 * 0.9 s, which leaves CPU time for pages.
 */
const BATCH_INTERVAL_MS_PER_STREAM = 0.25;
/** Instead of a batch with more rows, "missed" is sent. */
const ROWS_MAX = 200;
/** Posts and comments from this period are loaded at startup, for streams that reconnect from another process. */
const RECENT_MS = 86_400_000;

/** Reads each change once for all streams. Changes that can't be listed are sent as "missed". */
export function collectChanges(
  { announcements, forum, clock, log }: LiveDeps,
  events: EventLog,
  streams: { readonly size: number; send(event: LoggedEvent): void },
) {
  let posts = new Map<string, { isNew: boolean }>();
  let comments = new Map<string, { isNew: boolean }>();
  let hasOverflowed = false;
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;
  let sentAt = 0;
  let lastTime = 0;
  let isStopped = false;

  const getNextTime = () => {
    lastTime = Math.max(clock.now().getTime(), lastTime + 1);
    return lastTime;
  };

  function sendMissed(): void {
    const at = getNextTime();
    events.restartAt(at);
    streams.send({ at, missed: true });
  }

  function scheduleFlush(): void {
    if (timer || isReading || isStopped) return;
    const elapsedMs = performance.now() - sentAt;
    timer = setTimeout(
      () => void flush(),
      Math.max(FIRST_DELAY_MS, BATCH_INTERVAL_MS + BATCH_INTERVAL_MS_PER_STREAM * streams.size - elapsedMs),
    );
  }

  async function flush(): Promise<void> {
    timer = undefined;
    isReading = true;
    const changedRows = { posts, comments };
    const didOverflow = hasOverflowed;
    posts = new Map();
    comments = new Map();
    hasOverflowed = false;
    // Determined before the rows are read, so that later changes get a later time.
    const at = getNextTime();
    try {
      if (didOverflow) sendMissed();
      else {
        const states = await forum.readStates(changedRows);
        if (isStopped) return;
        const event = {
          at,
          ...(states.posts.length > 0 ? { posts: states.posts } : {}),
          ...(states.comments.length > 0 ? { comments: states.comments } : {}),
        };
        events.add(event);
        streams.send(event);
      }
    } catch (error) {
      if (isStopped) return;
      log.warn({ error: String(error) }, "live: could not read changes");
      sendMissed();
    } finally {
      isReading = false;
      sentAt = performance.now();
      if (posts.size + comments.size > 0 || hasOverflowed) scheduleFlush();
    }
  }

  const stopListening = announcements.on("forum", ({ table, created, ids }) => {
    const rows = table === "posts" ? posts : comments;
    for (const id of ids ?? []) rows.set(id, { isNew: created || rows.get(id)?.isNew === true });
    if (ids === null || posts.size + comments.size > ROWS_MAX) {
      hasOverflowed = true;
      posts.clear();
      comments.clear();
    }
    scheduleFlush();
  });

  let isFirstConnect = true;
  const stopListeningForGaps = announcements.onGap(() => {
    if (isFirstConnect) void loadRecent();
    else sendMissed();
    isFirstConnect = false;
  });

  /**
   * Loads earlier posts and comments, so that pages opened before this process started don't have to assume that they
   * missed any. Votes, locks and deletions from before startup aren't sent. They aren't reported as missed either,
   * because that would make every open page offer to reload after each restart.
   */
  async function loadRecent(): Promise<void> {
    const at = getNextTime();
    events.restartAt(at);
    try {
      const { created, since: from } = await forum.readNewest({
        since: at - RECENT_MS,
        limit: ROWS_MAX,
      });
      if (isStopped) return;
      events.prepend(
        created.map(({ createdAt, state }) => ({
          at: createdAt,
          ...("postId" in state ? { comments: [state] } : { posts: [state] }),
        })),
        from,
        at,
      );
    } catch (error) {
      if (!isStopped) log.warn({ error: String(error) }, "live: could not read recent changes");
    }
  }

  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      stopListening();
      stopListeningForGaps();
    },
  };
}
