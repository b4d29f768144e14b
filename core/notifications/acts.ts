import { deedOf } from "#core/reports/deed.ts";
import { ACTIONS, type ReportAction, type ReportedKind } from "#core/reports/kinds.ts";

/** What administrators do with a member, or with what is theirs, and the sentence that tells of it. */
const ACTS = {
  "post.pin": "An administrator pinned your post",
  "post.unpin": "An administrator unpinned your post",
  "post.lock": "An administrator locked comments on your post",
  "post.unlock": "An administrator unlocked comments on your post",
  "post.move": "An administrator moved your post to another category",
  "post.edit": "An administrator edited your post",
  "post.delete": "An administrator removed your post",
  "post.restore": "An administrator restored your post",
  "comment.edit": "An administrator edited your comment on",
  "comment.delete": "An administrator removed your comment on",
  "comment.restore": "An administrator restored your comment on",
  "member.edit": "An administrator edited your profile",
  "member.verify": "Your profile now has the Verified badge",
  "member.unverify": "Your profile no longer has the Verified badge",
  "role.admin": "You are now an administrator",
  "role.user": "You are no longer an administrator",
  "member.unsuspend": "An administrator ended your suspension. Welcome back!",
} as const;

/** "decided" tells who reported a thing, "reported" whose it is; "+removed" where it was taken away besides. */
type Decided = `${"decided" | "reported"}.${ReportAction}${"" | "+removed"}`;

export type ToldAct = keyof typeof ACTS | Decided;

const DECIDED = /^(decided|reported)[.]([a-z]+)([+]removed)?$/;

/** The sentence before the thing's name, if there is one. `thing` matters to decisions on reports alone. */
export function wordsOfAct(act: string, thing: ReportedKind, isNamed: boolean): string {
  if (Object.hasOwn(ACTS, act)) return ACTS[act as keyof typeof ACTS];
  const [, told, said, removed] = DECIDED.exec(act) ?? [];
  const action = ACTIONS.find((known) => known === said);
  if (!action) return "An administrator did something that concerns you";
  const deed = { thing, action, alsoRemoved: removed !== undefined };
  const sentence =
    told === "decided"
      ? `An administrator reviewed the ${thing} you reported and ${deedOf(deed, "its author")}`
      : `Your ${thing} was reported. An administrator reviewed it and ${deedOf(deed, "you")}`;
  return isNamed ? `${sentence}:` : sentence;
}
