import { sql } from "drizzle-orm";
import type { ToldAct } from "#core/notifications/acts.ts";
import type { Tx } from "#server/database/index.ts";
import { announceTo, findWilling } from "./willing.ts";

export interface AdministrativeAct {
  readonly act: ToldAct;
  /** Who is told: whose the thing is, or who reported it. Null where the author is gone: then nobody is. */
  readonly memberId: string | null;
  /** The administrator; null for whoever runs the program. */
  readonly actorId: string | null;
  readonly postId?: string | null;
  readonly commentId?: string | null;
  /** What the thing was called. */
  readonly name?: string;
  /** The administrator's words. */
  readonly why?: string;
  /** Whether a letter of its own tells of it, so that no other shall. */
  readonly hasLetter?: boolean;
  readonly now: Date;
}

const NAME_MAX = 300;
const WORDS_MAX = 500;

/** Tells a member what an administrator did to them or to what is theirs, in the transaction that does it. One statement. */
export async function tellOfAct(tx: Tx, told: AdministrativeAct): Promise<void> {
  const { act, memberId, actorId, postId = null, commentId = null, name = "", why = "", now } = told;
  if (memberId === null || memberId === actorId) return;
  await tx.execute(sql`
    with asked (member_id, kind, rank) as (select ${memberId}::uuid, 'moderation', 1),
    ${findWilling({ now, postId, actorId })},
    told as (
      insert into public.notifications (member_id, kind, act, post_id, comment_id, name, words, at, mail_at)
      select member_id, kind, ${act}, (select id from public.forum_posts where id = ${postId}::uuid),
        (select id from public.comments where id = ${commentId}::uuid), ${cut(name, NAME_MAX)}, ${cut(why, WORDS_MAX)},
        ${now.toISOString()}::timestamptz, ${told.hasLetter ? sql`null::timestamptz` : sql`mail_at`}
      from willing returning member_id
    )
    ${announceTo(sql`told`)}`);
}

const cut = (text: string, length: number) => [...text].slice(0, length).join("");
