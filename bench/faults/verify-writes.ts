import { formatCount } from "#core/format-count.ts";
import { runStatement } from "../databases.ts";
import type { Write } from "./writers.ts";

/**
 * Finds acknowledged writes that are missing, writes that were applied more than once, wrong counts, and acknowledged
 * images that can't be read.
 */
export async function verifyWrites(
  databaseUrl: string,
  url: string,
  writes: readonly Write[],
): Promise<string[]> {
  const counts = new Map<string, number>();
  const recordCounts = async (kind: Write["kind"], statement: string) => {
    for (const { id, times } of await runStatement<{ id: string; times: number }>(databaseUrl, statement))
      counts.set(`${kind} ${id}`, times);
  };
  await recordCounts(
    "post",
    "select substring(title from 23) as id, count(*)::int as times from public.forum_posts where title like 'Written during faults %' group by 1",
  );
  await recordCounts(
    "comment",
    "select substring(content from 'Marked ([0-9a-f-]{36})') as id, count(*)::int as times from public.comments group by 1",
  );
  await recordCounts(
    "vote",
    "select user_id || ' ' || post_id as id, count(*)::int as times from public.votes group by 1",
  );
  await recordCounts(
    "image",
    "select name as id, count(*)::int as times from storage.objects where bucket_id = 'post-images' group by 1",
  );
  const problems: string[] = [];
  for (const { kind, id, memberId, attemptCount, isAcknowledged } of writes) {
    const times = counts.get(`${kind} ${kind === "vote" ? `${memberId} ${id}` : id}`) ?? 0;
    if (times > 1 || (isAcknowledged && times === 0))
      problems.push(
        `${kind} ${id} exists ${formatCount(times, "time")} after ${formatCount(attemptCount, "attempt")}`,
      );
  }
  problems.push(...(await findWrongCounts(databaseUrl)));
  for (const { kind, id, isAcknowledged } of writes) {
    if (kind !== "image" || !isAcknowledged) continue;
    const response = await fetch(`${url}/storage/v1/object/public/post-images/${id}`);
    const { byteLength } = await response.arrayBuffer();
    if (!response.ok || byteLength === 0)
      problems.push(`the response for image ${id} is ${response.status}, ${byteLength} bytes`);
  }
  return problems;
}

/** Finds posts whose stored counts differ from the number of rows. */
async function findWrongCounts(databaseUrl: string): Promise<string[]> {
  const rows = await runStatement<{ id: string }>(
    databaseUrl,
    `select p.id from public.forum_posts p where p.comment_count <>
       (select count(*) from public.comments c where c.post_id = p.id and c.deleted_at is null)
       or p.upvotes <> (select count(*) from public.votes v where v.post_id = p.id and v.vote_type = 1)`,
  );
  return rows.map(({ id }) => `the counts of post ${id} are wrong`);
}
