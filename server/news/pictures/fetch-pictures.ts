import { sql } from "drizzle-orm";
import { SafeFetchError } from "#server/platform/safe-fetch-error.ts";
import type { NewsDeps } from "../deps.ts";
import { lockNewsWrites } from "../ingest/write-lock.ts";
import { encodePicture, PictureError } from "./encode-picture.ts";

const BYTES_MAX = 8 * 1024 * 1024;
const MILLISECONDS = 15_000;
const CONCURRENCY = 3;
/** How long a process may take before another retries. */
const LEASE_SECONDS = 120;
const ATTEMPTS = 3;
const RETRY_SECONDS = 1800;

interface ClaimedPicture {
  readonly id: string;
  readonly address: string;
  readonly attempts: number;
}

/**
 * Downloads up to `most` queued pictures, newest articles first, and stores them in our sizes. Each is fetched by
 * one process. Returns how many were stored and how many failed.
 */
export async function fetchPictures(
  deps: NewsDeps,
  { most = 200, signal }: { most?: number; signal?: AbortSignal } = {},
): Promise<{ stored: number; failed: number }> {
  const counts = { stored: 0, failed: 0 };
  for (let left = most; left > 0 && !signal?.aborted; left -= CONCURRENCY) {
    const claimed = await claimPictures(deps, Math.min(CONCURRENCY, left));
    if (claimed.length === 0) break;
    const results = await Promise.all(claimed.map((picture) => fetchPicture(deps, picture, signal)));
    for (const isStored of results) counts[isStored ? "stored" : "failed"] += 1;
  }
  return counts;
}

async function claimPictures({ database, clock }: NewsDeps, count: number): Promise<ClaimedPicture[]> {
  const now = clock.now().toISOString();
  const { rows } = await database.db.execute<ClaimedPicture & Record<string, unknown>>(sql`
    update public.news_images set attempts = attempts + 1,
      due_at = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
    where id in (
      select id from public.news_images where state = 'waiting' and due_at <= ${now}::timestamptz
      order by due_at desc limit ${count} for update skip locked)
    returning id, address, attempts`);
  return rows;
}

async function fetchPicture(
  deps: NewsDeps,
  { id, address, attempts }: ClaimedPicture,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { db } = deps.database;
  try {
    const { status, body } = await deps.safeFetch(address, {
      bytes: BYTES_MAX,
      milliseconds: Math.min(MILLISECONDS, deps.settings.fetchMs),
      redirects: 3,
      headers: { Accept: "image/avif,image/webp,image/png,image/jpeg,image/gif", "User-Agent": "Lattice" },
      ...(signal ? { signal } : {}),
    });
    if (status !== 200) throw new PictureError(`its server answered ${status}`);
    const { width, height, original, thumbnail } = await encodePicture(body);
    // Files first, so that a row marked as stored always has its files.
    await deps.files.put(id, { original, thumbnail });
    await db.transaction(async (tx) => {
      await lockNewsWrites(tx);
      await tx.execute(sql`
        update public.news_images set state = 'kept', width = ${width}, height = ${height}, error = null
        where id = ${id}::uuid`);
      await tx.execute(sql`
        update public.news_articles set image_url = '/news-images/' || ${id}::text || '.webp'
        where image_id = ${id}::uuid`);
    });
    return true;
  } catch (error) {
    if (!(error instanceof PictureError || error instanceof SafeFetchError)) {
      deps.log.error({ err: error, picture: id }, "could not store a news picture");
    }
    const isTransient = error instanceof SafeFetchError && /^(?:unreachable|timeout)$/.test(error.problem);
    const isFinal = attempts >= ATTEMPTS || (error instanceof PictureError && !isTransient);
    const message = error instanceof Error ? error.message.slice(0, 500) : "";
    await db.execute(sql`
      update public.news_images set state = ${isFinal ? "refused" : "waiting"}, error = ${message},
        due_at = ${deps.clock.now().toISOString()}::timestamptz + make_interval(secs => ${RETRY_SECONDS})
      where id = ${id}::uuid`);
    return false;
  }
}
