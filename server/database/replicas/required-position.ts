import type { Topic } from "#server/platform/announcement-topics.ts";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Log } from "#server/platform/log.ts";
import type { LogPosition } from "#server/platform/log-position.ts";

/** How often the primary database's position is sampled. With each sample, reads start to require the previous one. */
const SAMPLE_INTERVAL_MS = 1_000;
const SAMPLE_AGE_MAX_MS = 3_000;

/** Topics of content that is read from replicas. */
const TOPICS: readonly Topic[] = ["settings", "forum", "members", "news", "access"];

/**
 * Tracks the position that replicas must have reached: past every announced change, and at most a few seconds behind
 * the primary database. Reads may miss changed counts for that long. The returned function returns null while the
 * position is unknown or announcements may have been missed.
 */
export function trackRequiredPosition(
  announcements: Pick<Announcements, "on" | "onGap" | "isCurrent" | "readPosition">,
  log: Log,
): () => LogPosition | null {
  let newestSample: { readonly logPosition: LogPosition; readonly at: number } | undefined;
  let requiredPosition: LogPosition | undefined;
  /** Whether something may have been announced after the newest position was requested. */
  let hasChanged = true;
  let isReading = false;
  let hasFailed = false;

  async function sample(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      do {
        const includesChange = hasChanged;
        hasChanged = false;
        const at = performance.now();
        const logPosition = await announcements.readPosition();
        const isRecent = newestSample !== undefined && at - newestSample.at < SAMPLE_AGE_MAX_MS;
        if (includesChange || !isRecent || requiredPosition?.timeline !== logPosition.timeline)
          requiredPosition = logPosition;
        else if (newestSample && newestSample.logPosition.position > requiredPosition.position)
          requiredPosition = newestSample.logPosition;
        newestSample = { logPosition, at };
      } while (hasChanged);
      hasFailed = false;
    } catch (error) {
      hasChanged = true;
      if (!hasFailed)
        log.warn(
          { error: String(error) },
          "reads don't use replicas: the primary database's log position is unknown",
        );
      hasFailed = true;
    } finally {
      isReading = false;
    }
  }

  function requireChange(): void {
    hasChanged = true;
    void sample();
  }
  for (const topic of TOPICS)
    announcements.on(topic, (data) => {
      if (!("countsOnly" in data && data.countsOnly)) requireChange();
    });
  announcements.onGap(requireChange);

  return () => {
    const age = newestSample ? performance.now() - newestSample.at : Number.POSITIVE_INFINITY;
    if (hasChanged || age > SAMPLE_INTERVAL_MS) void sample();
    const isKnown = !hasChanged && age < SAMPLE_AGE_MAX_MS && announcements.isCurrent();
    return isKnown && requiredPosition ? requiredPosition : null;
  };
}
