import { deedOf } from "#core/reports/deed.ts";
import { ACTIONS, type ReportAction, type ReportedKind } from "#core/reports/kinds.ts";

/** What administrators do with a member, or with what is theirs, and the sentence that tells of it. */
const ACTS = {
  "post.pin": "An administrator pinned your post",
  "post.unpin": "An administrator took the pin from your post",
  "post.lock": "An administrator locked your post: it takes no new comments",
  "post.unlock": "An administrator unlocked your post: it takes comments again",
  "post.move": "An administrator moved your post to another category",
  "post.edit": "An administrator edited your post",
  "post.delete": "An administrator removed your post",
  "post.restore": "An administrator put your post back",
  "comment.edit": "An administrator edited your comment on",
  "comment.delete": "An administrator removed your comment on",
  "comment.restore": "An administrator put your comment back on",
  "member.edit": "An administrator edited your profile",
  "member.verify": "Your profile carries the badge Verified now",
  "member.unverify": "Your profile carries the badge Verified no more",
  "role.admin": "You are an administrator now",
  "role.user": "You are an administrator no more",
  "member.unsuspend": "An administrator ended the suspension of your account: welcome back",
} as const;

/** "decided" tells who reported a thing, "reported" whose it is; "+removed" where it was taken away besides. */
type Decided = `${"decided" | "reported"}.${ReportAction}${"" | "+removed"}`;

export type ToldAct = keyof typeof ACTS | Decided;

const DECIDED = /^(decided|reported)[.]([a-z]+)([+]removed)?$/;

/** The sentence before the thing's name. `thing` matters to decisions on reports alone. */
export function wordsOfAct(act: string, thing: ReportedKind): string {
  if (Object.hasOwn(ACTS, act)) return ACTS[act as keyof typeof ACTS];
  const [, told, said, removed] = DECIDED.exec(act) ?? [];
  const action = ACTIONS.find((known) => known === said);
  if (!action) return "An administrator did something that concerns you";
  const deed = { thing, action, alsoRemoved: removed !== undefined };
  return told === "decided"
    ? `An administrator looked at the ${thing} that you reported and ${deedOf(deed, "its author")}`
    : `Your ${thing} was reported. An administrator looked at it and ${deedOf(deed, "you")}`;
}
