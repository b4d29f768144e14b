import { type SQL, sql } from "drizzle-orm";
import { isDeletedMember } from "#core/accounts/profile-path.ts";
import type { Author, LastReply, Participant } from "#core/forum/types.ts";
import { microsToIso, toMicros } from "./cursor.ts";
import { type AuthorColumns, presentAuthor } from "./present-author.ts";

/** Participants are read from this many of the newest comments, so a long thread costs no more than a short one. */
const NEWEST_COMMENTS_MAX = 20;
const PARTICIPANTS_MAX = 3;

/**
 * The columns of `selectReplies`: the last members to reply, latest first. Null if there are no comments, and omitted
 * with `NO_REPLIES`.
 */
export type ReplyColumns = {
  replies?: readonly (AuthorColumns & { readonly micros: number })[] | null;
};

interface Selection {
  readonly columns: SQL;
  readonly joins: SQL;
}

/** Selects the latest replies to the posts (alias p), read from the index of each post's comments. */
export function selectReplies(): Selection {
  return {
    columns: sql`, replies.latest as replies`,
    joins: sql`
    left join lateral (
      select json_agg(json_build_object('username', replier.username, 'avatar_url', replier.avatar_url,
        'is_verified', replier.is_verified, 'micros', ${toMicros(sql`reply.replied_at`)}) order by reply.replied_at desc) as latest
      from (
        select newest.author_id, max(newest.created_at) as replied_at from (
          select c.author_id, c.created_at from public.comments c
          where c.post_id = p.id and c.deleted_at is null
          order by c.created_at desc limit ${NEWEST_COMMENTS_MAX}
        ) newest group by newest.author_id order by 2 desc limit ${PARTICIPANTS_MAX + 2}
      ) reply left join public.profiles replier on replier.id = reply.author_id
      where p.comment_count > 0
    ) replies on true`,
  };
}

export const NO_REPLIES: Selection = { columns: sql``, joins: sql`` };

/** Deleted members aren't among the participants, because they have no picture. */
export function presentReplies(
  { replies }: ReplyColumns,
  author: Author,
): { lastReply: LastReply | null; participants: Participant[] } {
  const [last, ...earlier] = (replies ?? []).map((row) => ({ row, replier: presentAuthor(row) }));
  if (!last) return { lastReply: null, participants: [] };
  return {
    lastReply: { username: last.replier.username, at: microsToIso(String(last.row.micros)) },
    participants: [last, ...earlier]
      .map(({ replier: { username, avatarUrl } }) => ({ username, avatarUrl }))
      .filter(({ username }) => !isDeletedMember(username) && username !== author.username)
      .slice(0, PARTICIPANTS_MAX),
  };
}
