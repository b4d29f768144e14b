import { type SQL, sql } from "drizzle-orm";
import { subtractCounts } from "#server/analytics/index.ts";
import { DEMO_REMOVAL, recordAuditEvent } from "#server/audit/index.ts";
import { createPasswords } from "#server/auth/index.ts";
import type { Database, Tx } from "#server/database/index.ts";
import { lockContent, repairCounts } from "#server/forum/index.ts";
import { countUnusedFiles, deleteUnusedFiles } from "#server/members/index.ts";
import { recountVotes } from "#server/notifications/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Storage } from "#server/storage/index.ts";
import { DEMO_PASSWORD } from "../members.ts";
import {
  countRemoval,
  planRemoval,
  REMOVED_ROWS,
  type RemovalCounts,
  type RemovalOptions,
} from "./plan-removal.ts";
import { removeNewsSamples, removeWords } from "./remove-words.ts";

export interface RemovalDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly announcements: Pick<Announcements, "publish">;
  readonly storage: Pick<Storage, "deleteMemberFiles" | "listMemberFiles">;
}

export interface RemovalPreview extends RemovalCounts {
  /** The number of uploaded files to delete. Images in content that stays are not counted. */
  readonly files: number;
  /** The usernames of the demo accounts that stay because someone changed their email address or password. */
  readonly claimedUsernames: readonly string[];
  /** Whether there is an administrator who isn't a demo member. */
  readonly hasAdministrator: boolean;
}

const REMOVAL_ACTOR = { id: null, username: "npm run demo" } as const;

/** Returns what `removeDemo` would do; null if there are no demo accounts. */
export async function previewDemoRemoval(
  { database, storage }: Pick<RemovalDeps, "database" | "storage">,
  { everything }: { everything: boolean },
): Promise<RemovalPreview | null> {
  const accounts = await readDemoAccounts(database);
  if (accounts.length === 0) return null;
  const claimedAccounts = accounts.filter(({ isClaimed }) => isClaimed);
  return database.db.transaction(async (tx) => {
    await planRemoval(tx, { everything, claimedIds: claimedAccounts.map(({ id }) => id) });
    const { rows } = await tx.execute<{ has_administrator: boolean }>(sql`
      select exists (select from public.user_roles r join auth.users u on u.id = r.user_id
        where r.role = 'admin' and u.deleted_at is null and u.id not in (select id from demo_members)
      ) as has_administrator`);
    const removedContent = {
      posts: sql`select id from demo_posts`,
      comments: sql`select id from demo_comments`,
    };
    let files = 0;
    for (const { id, isClaimed } of accounts)
      if (!isClaimed) files += await countUnusedFiles({ db: tx, storage }, id, removedContent);
    return {
      ...(await countRemoval(tx)),
      files,
      claimedUsernames: claimedAccounts.map(({ username }) => username),
      hasAdministrator: rows[0]?.has_administrator ?? false,
    };
  });
}

/**
 * Removes content first, then files, stored words and accounts, so that an interrupted removal can be repeated
 * (docs/decisions/073-demo-removal-and-backups.md). Works while the site is running.
 */
export async function removeDemo(deps: RemovalDeps, { everything }: { everything: boolean }): Promise<void> {
  const { database, clock } = deps;
  const accounts = await readDemoAccounts(database);
  const claimedIds = accounts.filter(({ isClaimed }) => isClaimed).map(({ id }) => id);
  const options = { everything, claimedIds };
  await inTransaction(database, (tx) => removeContent(tx, options, clock.now()));
  for (const { id, isClaimed } of accounts) if (!isClaimed) await deleteUnusedFiles(deps, id);
  // This reads all posts and comments, which takes a while, so it runs in its own transaction, without table locks.
  await inTransaction(database, (tx) =>
    removeWords(
      tx,
      accounts.map(({ id }) => id),
    ),
  );
  await inTransaction(database, async (tx) => {
    await removeAccounts(tx, options);
    await recordAuditEvent(tx, REMOVAL_ACTOR, DEMO_REMOVAL);
    // Running processes then check again whether there is a demo, and drop their cached pages.
    await deps.announcements.publish(tx, "settings", {});
  });
}

function inTransaction<T>({ db }: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return work(tx);
  });
}

async function readDemoAccounts({ db }: Database) {
  const { rows } = await db.execute<{ id: string; username: string; email: string; hash: string | null }>(sql`
    select u.id, coalesce(p.username, '') as username, coalesce(u.email, '') as email, u.encrypted_password as hash
    from auth.users u left join public.profiles p on p.id = u.id
    where u.raw_app_meta_data @> '{"demo": true}' order by p.username`);
  const passwords = createPasswords();
  // Each hash is verified only once: most demo accounts have the same one, and verifying is slow by design.
  const matchesByHash = new Map<string | null, boolean>([[null, true]]);
  for (const { hash } of rows)
    if (!matchesByHash.has(hash)) matchesByHash.set(hash, await passwords.verify(DEMO_PASSWORD, hash ?? ""));
  return rows.map(({ id, username, email, hash }) => ({
    id,
    username,
    isClaimed: !email.endsWith("@lattice.example") || !matchesByHash.get(hash),
  }));
}

async function removeContent(tx: Tx, options: RemovalOptions, now: Date): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.demo})`);
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.anonymizeMember})`);
  await lockContent(tx);
  await planRemoval(tx, options);
  // From here on, no one can be signed in as a demo member.
  await tx.execute(sql`delete from auth.sessions where user_id in (select id from demo_members)`);
  await tx.execute(
    sql`update auth.users set encrypted_password = null where id in (select id from demo_members)`,
  );

  const removedCounts = [
    selectDayCounts("posts", sql`public.forum_posts where id in (select id from demo_posts)`),
    selectDayCounts("comments", sql`public.comments where id in (select id from demo_comments)`),
    selectDayCounts("post_votes", REMOVED_ROWS.votes),
    selectDayCounts("comment_votes", REMOVED_ROWS.commentVotes),
    selectDayCounts("reports", REMOVED_ROWS.reports),
  ];
  await subtractCounts(tx, sql.join(removedCounts, sql` union all `));

  const targets = await readVotedTargets(tx);
  await tx.execute(sql`
    delete from public.report_groups
    where target_id in (table demo_posts union all table demo_comments union all table demo_members)`);
  await removeReports(tx);
  for (const [table, answeredTable] of [
    ["forum_posts", "answered_posts"],
    ["comments", "answered_comments"],
  ] as const)
    await tx.execute(sql`
      update public.${sql.raw(table)} set author_id = null
      where id in (select id from ${sql.raw(answeredTable)}) and author_id is not null`);
  await tx.execute(
    sql`update public.forum_posts set is_pinned = false where id in (select id from answered_posts) and is_pinned`,
  );
  await tx.execute(sql`delete from public.comments where id in (select id from demo_comments)`);
  await tx.execute(sql`delete from public.forum_posts where id in (select id from demo_posts)`);
  for (const table of ["votes", "comment_votes"])
    await tx.execute(
      sql`delete from public.${sql.raw(table)} where user_id in (select id from demo_members)`,
    );
  await repairCounts(tx, now);
  await recountVotes(tx, targets, now);
  await tx.execute(sql`delete from public.notifications where kind = 'votes' and voter_count = 0`);
  await tx.execute(sql`delete from public.daily_counts where name = 'posts' and amount = 0`);
  await tx.execute(sql`delete from public.category_counts where amount = 0`);
  await removeNewsSamples(tx);
}

const selectDayCounts = (name: string, source: SQL): SQL =>
  sql`select ${name}::public.activity_name, (created_at at time zone 'UTC')::date, count(*) from ${source} group by 2`;

/** Returns the IDs of the posts and comments that demo members voted on, as SQL arrays. */
async function readVotedTargets(tx: Tx) {
  const toArray = async (statement: SQL) => {
    const { rows } = await tx.execute<{ id: string }>(statement);
    return sql`${sql.param(rows.map(({ id }) => id))}::uuid[]`;
  };
  return {
    postIds: await toArray(
      sql`select distinct post_id as id from public.votes where user_id in (select id from demo_members)`,
    ),
    commentIds: await toArray(
      sql`select distinct comment_id as id from public.comment_votes where user_id in (select id from demo_members)`,
    ),
  };
}

/** Deletes the demo members' reports. Deletes report groups that contain no other reports, and updates the others. */
async function removeReports(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with removed as (
      delete from public.reports where reporter_id in (select id from demo_members) returning id, group_id
    ),
    remaining as (
      select g.id, count(r.id)::int as count, min(r.created_at) as first_at, max(r.created_at) as last_at
      from public.report_groups g
      left join public.reports r on r.group_id = g.id and r.id not in (select id from removed)
      where g.id in (select group_id from removed) group by g.id
    ),
    emptied as (delete from public.report_groups g using remaining r where g.id = r.id and r.count = 0)
    update public.report_groups g
    set report_count = r.count, first_reported_at = r.first_at, last_reported_at = r.last_at
    from remaining r where g.id = r.id and r.count > 0`);
}

async function removeAccounts(tx: Tx, options: RemovalOptions): Promise<void> {
  await planRemoval(tx, options);
  await subtractCounts(
    tx,
    selectDayCounts("members", sql`public.profiles where id in (select id from demo_members)`),
  );
  await tx.execute(sql`
    update public.daily_counts d set amount = d.amount - joined.count
    from (select (created_at at time zone 'UTC')::date as day, count(*)::int as count from public.profiles
      where id in (select id from demo_members) group by 1) joined
    where d.name = 'members' and d.day = joined.day`);
  await tx.execute(sql`delete from public.daily_counts where name = 'members' and amount = 0`);
  await tx.execute(sql`delete from public.released_usernames where user_id in (select id from demo_members)`);
  for (const [table, column] of [
    [sql`email.outbox`, sql`recipient`],
    [sql`public.newsletter_subscribers`, sql`email`],
  ] as const)
    await tx.execute(sql`
      delete from ${table} where lower(${column}) in (
        select lower(email) from auth.users where id in (select id from demo_members) and email is not null)`);
  await tx.execute(sql`delete from auth.users where id in (select id from demo_members)`);
  await tx.execute(sql`
    update auth.users set raw_app_meta_data = raw_app_meta_data - 'demo' where raw_app_meta_data @> '{"demo": true}'`);
}
