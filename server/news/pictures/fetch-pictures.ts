import { sql } from "drizzle-orm";
import { SafeFetchError } from "#server/platform/safe-fetch-error.ts";
import type { NewsDeps } from "../deps.ts";
import { lockNewsWrites } from "../gather/write-lock.ts";
import { makePicture, PictureError } from "./make-picture.ts";

const BYTES_MAX = 8 * 1024 * 1024;
const MILLISECONDS = 15_000;
const AT_ONCE = 3;
/** How long a picture stays with the program that took it. */
const LEASE_SECONDS = 120;
const ATTEMPTS = 3;
const AGAIN_SECONDS = 1800;

interface TakenPicture {
  readonly id: string;
  readonly address: string;
  readonly attempts: number;
}

/**
 * Fetches up to `most` of the pictures that wait, a few at a time, and keeps them here in our own sizes; the newest
 * articles' first. Each is fetched once, whoever else gathers. Answers how many were kept and how many refused.
 */
export async function fetchPictures(
  deps: NewsDeps,
  { most = 200, signal }: { most?: number; signal?: AbortSignal } = {},
): Promise<{ kept: number; refused: number }> {
  const counts = { kept: 0, refused: 0 };
  for (let left = most; left > 0 && !signal?.aborted; left -= AT_ONCE) {
    const taken = await takePictures(deps, Math.min(AT_ONCE, left));
    if (taken.length === 0) break;
    const results = await Promise.all(taken.map((picture) => fetchPicture(deps, picture, signal)));
    for (const isKept of results) counts[isKept ? "kept" : "refused"] += 1;
  }
  return counts;
}

async function takePictures({ database, clock }: NewsDeps, count: number): Promise<TakenPicture[]> {
  const now = clock.now().toISOString();
  const { rows } = await database.db.execute<TakenPicture & Record<string, unknown>>(sql`
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
  { id, address, attempts }: TakenPicture,
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
    const { width, height, whole, small } = await makePicture(body);
    // Files before rows: a row that says "kept" has its files.
    await deps.files.put(id, { whole, small });
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
      deps.log.error({ err: error, picture: id }, "a picture could not be kept");
    }
    const isPassing = error instanceof SafeFetchError && /^(?:unreachable|timeout)$/.test(error.problem);
    const isOver = attempts >= ATTEMPTS || (error instanceof PictureError && !isPassing);
    const message = error instanceof Error ? error.message.slice(0, 500) : "";
    await db.execute(sql`
      update public.news_images set state = ${isOver ? "refused" : "waiting"}, error = ${message},
        due_at = ${deps.clock.now().toISOString()}::timestamptz + make_interval(secs => ${AGAIN_SECONDS})
      where id = ${id}::uuid`);
    return false;
  }
}
