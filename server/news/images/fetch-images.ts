import { sql } from "drizzle-orm";
import { isStorageOutage } from "#core/storage/storage-errors.ts";
import { SafeFetchError } from "#server/platform/safe-fetch-error.ts";
import type { NewsDeps } from "../deps.ts";
import { lockNewsWrites } from "../ingest/write-lock.ts";
import { encodeImage, ImageError } from "./encode-image.ts";

const BYTES_MAX = 8 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 15_000;
const CONCURRENCY = 3;
/** After this time, another process may claim the image. */
const LEASE_SECONDS = 120;
const ATTEMPTS_MAX = 3;
const RETRY_SECONDS = 1800;

interface ClaimedImage {
  readonly id: string;
  readonly url: string;
  readonly attempts: number;
}

class StatusError extends Error {
  override readonly name = "StatusError";
  readonly status: number;

  constructor(status: number) {
    super(`its server responded with ${status}`);
    this.status = status;
  }
}

/** Fetches queued images that are due, the most recently due first. Each is fetched by one process at a time. */
export async function fetchImages(
  deps: NewsDeps,
  { limit = 200, signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<{ stored: number; failed: number }> {
  const counts = { stored: 0, failed: 0 };
  for (let remainingCount = limit; remainingCount > 0 && !signal?.aborted; remainingCount -= CONCURRENCY) {
    const claimedImages = await claimImages(deps, Math.min(CONCURRENCY, remainingCount));
    if (claimedImages.length === 0) break;
    const results = await Promise.all(claimedImages.map((image) => fetchImage(deps, image, signal)));
    for (const isStored of results) counts[isStored ? "stored" : "failed"] += 1;
  }
  return counts;
}

async function claimImages({ database, clock }: NewsDeps, count: number): Promise<ClaimedImage[]> {
  const now = clock.now().toISOString();
  const { rows } = await database.db.execute<ClaimedImage & Record<string, unknown>>(sql`
    update public.news_images set attempts = attempts + 1,
      due_at = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
    where id in (
      select id from public.news_images where state = 'waiting' and due_at <= ${now}::timestamptz
      order by due_at desc limit ${count} for update skip locked)
    returning id, address as url, attempts`);
  return rows;
}

async function fetchImage(
  deps: NewsDeps,
  { id, url, attempts }: ClaimedImage,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { db } = deps.database;
  try {
    const { status, body } = await deps.safeFetch(url, {
      maxBytes: BYTES_MAX,
      timeoutMs: Math.min(FETCH_TIMEOUT_MS, deps.settings.fetchMs),
      maxRedirects: 3,
      headers: { Accept: "image/avif,image/webp,image/png,image/jpeg,image/gif", "User-Agent": "Lattice" },
      ...(signal ? { signal } : {}),
    });
    if (status !== 200) throw new StatusError(status);
    const { width, height, original, thumbnail } = await encodeImage(body);
    // Files first, so that a row marked as stored always has its files.
    await deps.imageFiles.write(id, { original, thumbnail });
    await db.transaction(async (tx) => {
      await lockNewsWrites(tx);
      await tx.execute(sql`
        update public.news_images set state = 'stored', width = ${width}, height = ${height}, error = null
        where id = ${id}::uuid`);
      await tx.execute(sql`
        update public.news_articles set image_url = '/news-images/' || ${id}::text || '.webp'
        where image_id = ${id}::uuid`);
    });
    return true;
  } catch (error) {
    // An outage of our own storage doesn't count as an attempt.
    const isOutage = isStorageOutage(error);
    if (!(error instanceof ImageError || error instanceof SafeFetchError || error instanceof StatusError)) {
      deps.log[isOutage ? "warn" : "error"]({ err: error, image: id }, "could not store a news image");
    }
    const isFinal = !isOutage && (attempts >= ATTEMPTS_MAX || !isTemporary(error));
    const message = error instanceof Error ? error.message.slice(0, 500) : "";
    await db.execute(sql`
      update public.news_images set state = ${isFinal ? "failed" : "waiting"}, error = ${message},
        attempts = attempts - ${isOutage ? 1 : 0},
        due_at = ${deps.clock.now().toISOString()}::timestamptz + make_interval(secs => ${RETRY_SECONDS})
      where id = ${id}::uuid`);
    return false;
  }
}

/** Whether another attempt may succeed. A forbidden URL, for example, stays forbidden. */
function isTemporary(error: unknown): boolean {
  if (error instanceof SafeFetchError) return error.problem === "timeout" || error.problem === "unreachable";
  if (error instanceof StatusError) return error.status === 429 || error.status >= 500;
  return !(error instanceof ImageError);
}
