import { type SQL, sql } from "drizzle-orm";
import type { Member, Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { MemberDeps } from "./deps.ts";

const EXPORT_LIMIT = { points: 10, durationSeconds: 60 * 60 } as const;
/** The export requires a recent sign-in, so a client that reads slowly must not get new data for as long as it likes. */
const EXPORT_MAX_MS = 60 * 60 * 1_000;
/** Rows per statement. */
const BATCH_SIZE = 200;
/** Smaller, because an AI answer can take up to 1.5 MB. */
const AI_ANSWERS_BATCH_SIZE = 10;

/**
 * Only the member's own data: no posts or comments by others, and no credentials. Read in batches by key, which
 * is a hash if no ID identifies the rows.
 */
const PARTS: Readonly<Record<string, (userId: string) => SQL>> = {
  posts: (userId) => sql`
    select id as key, id, title, content, category, tags, created_at, edited_at, deleted_at,
      upvotes, downvotes, comment_count, is_pinned, is_locked
    from public.forum_posts where author_id = ${userId}`,
  comments: (userId) => sql`
    select id as key, id, post_id, parent_id, content, created_at, edited_at, deleted_at, upvotes, downvotes
    from public.comments where author_id = ${userId}`,
  votes: (userId) => sql`
    select id as key, post_id, vote_type, created_at from public.votes where user_id = ${userId}`,
  comment_votes: (userId) => sql`
    select comment_id as key, comment_id, vote_type, created_at
    from public.comment_votes where user_id = ${userId}`,
  reports: (userId) => sql`
    select id as key, target_kind, target_id, reason, text, created_at
    from public.reports where reporter_id = ${userId}`,
  thread_follows: (userId) => sql`
    select post_id as key, post_id, state, created_at from public.thread_follows where member_id = ${userId}`,
  list_follows: (userId) => sql`
    select md5(kind || ' ' || name)::uuid as key, kind, name, created_at
    from public.list_follows where member_id = ${userId}`,
  saved_posts: (userId) => sql`
    select post_id as key, post_id, saved_at from public.saved_posts where member_id = ${userId}`,
  post_visits: (userId) => sql`
    select post_id as key, post_id, seen_at, since_at from public.post_visits where member_id = ${userId}`,
  notifications: (userId) => sql`
    select id as key, kind, post_id, comment_id, admin_action, name, excerpt, voter_count, at, read_at
    from public.notifications where member_id = ${userId} and voter_count > 0`,
  released_usernames: (userId) => sql`
    select md5(username_skeleton || ' ' || username_folded)::uuid as key, username_folded as username, reserved_until
    from public.released_usernames where user_id = ${userId}`,
  notification_preferences: (userId) => sql`
    select md5(kind)::uuid as key, kind, preference from public.notification_preferences where member_id = ${userId}`,
  drafts: (userId) => sql`
    select id as key, id, title, content, category, tags, created_at, updated_at
    from public.post_drafts where author_id = ${userId}`,
  ai_history: (userId) => sql`
    select member_id as key, since as saving_since from public.ai_history_members where member_id = ${userId}`,
  ai_conversations: (userId) => sql`
    select id as key, id, tool, title, created_at, updated_at
    from public.ai_conversations where member_id = ${userId}`,
  ai_answers: (userId) => sql`
    select t.id as key, t.id, t.conversation_id, t.asked_at, t.question, t.answer, t.details
    from public.ai_turns t join public.ai_conversations c on c.id = t.conversation_id where c.member_id = ${userId}`,
  invitations: (userId) => sql`
    select id as key, label, email, max_uses, use_count, created_at, expires_at, revoked_at
    from public.invitations where inviter_id = ${userId}`,
  joined_with_invitation: (userId) => sql`
    select j.id as key, j.joined_at, p.username as invited_by from public.invitation_joins j
    join public.invitations i on i.id = j.invitation_id left join public.profiles p on p.id = i.inviter_id
    where j.member_id = ${userId}`,
  newsletter: (userId) => sql`
    select id as key, email, requested_at, confirmed_at
    from public.newsletter_subscribers where user_id = ${userId} or (requested_by = ${userId} and confirmed_at is null)`,
};

/**
 * Returns one JSON document in chunks. Throws AppError before the first chunk: not_signed_in, step_up_required,
 * too_many_requests. Later chunks are read only when they are requested. They throw not_signed_in once the session has
 * ended or the account has been suspended or deleted, and timeout if the export takes too long.
 */
export async function exportMember(deps: MemberDeps, viewer: Viewer): Promise<AsyncIterable<string>> {
  if (!viewer) throw new AppError("not_signed_in");
  const account = await deps.auth.account.exportAccount(viewer);
  const { allowed } = await deps.limits.consume("members.export", viewer.id, EXPORT_LIMIT);
  if (!allowed) throw new AppError("too_many_requests");
  return generateExport(deps, viewer, account);
}

async function* generateExport(deps: MemberDeps, viewer: Member, account: object): AsyncGenerator<string> {
  const { id: userId, sessionId } = viewer;
  const startedAt = deps.clock.now();
  // Must run after each query, because data written between the check and the query would otherwise be exported.
  const requireAccess = async () => {
    if (deps.clock.now().getTime() - startedAt.getTime() > EXPORT_MAX_MS) throw new AppError("timeout");
    if (!(await deps.auth.isStillSignedIn({ userId, sessionId }))) throw new AppError("not_signed_in");
  };
  const { rows: profileRows } = await deps.database.db.execute(sql`
    select p.username, p.bio, p.avatar_url, p.is_verified, p.karma, p.join_date, coalesce(r.role, 'user') as role
    from public.profiles p left join public.user_roles r on r.user_id = p.id where p.id = ${userId}`);
  await requireAccess();
  yield `{\n"exported_at": ${JSON.stringify(startedAt)}`;
  yield `,\n"profile": ${JSON.stringify(profileRows[0] ?? null)}`;
  for (const [name, value] of Object.entries(account)) yield `,\n"${name}": ${JSON.stringify(value)}`;
  for (const [name, select] of Object.entries(PARTS)) {
    const batchSize = name === "ai_answers" ? AI_ANSWERS_BATCH_SIZE : BATCH_SIZE;
    yield* formatList(name, readBatches(deps, select(userId), batchSize), requireAccess);
  }
  yield* formatList("files", deps.storage.listMemberFileBatches(userId), requireAccess);
  yield "\n}\n";
}

async function* formatList(
  name: string,
  batches: AsyncIterable<readonly object[]>,
  requireAccess: () => Promise<void>,
): AsyncGenerator<string> {
  yield `,\n"${name}": [`;
  let comma = "\n";
  for await (const rows of batches) {
    await requireAccess();
    for (const row of rows) {
      yield `${comma}${JSON.stringify(row)}`;
      comma = ",\n";
    }
  }
  yield "]";
}

async function* readBatches(
  { database }: MemberDeps,
  query: SQL,
  batchSize: number,
): AsyncGenerator<readonly object[]> {
  for (let last: string | null = null; ; ) {
    const { rows }: { rows: ({ key: string } & Record<string, unknown>)[] } = await database.db.execute(sql`
      select * from (${query}) own
      where ${last}::uuid is null or own.key > ${last}::uuid order by own.key limit ${batchSize}`);
    yield rows.map(({ key: _key, ...row }) => row);
    last = rows.at(-1)?.key ?? null;
    if (rows.length < batchSize) return;
  }
}
