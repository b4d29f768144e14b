import { describeOutcome, describeReview } from "#core/reports/describe-outcome.ts";
import { REPORT_ACTIONS, type ReportAction, type ReportableKind } from "#core/reports/kinds.ts";

/**
 * Admin actions that a member is notified about, except decisions on reports (ReportOutcome). The target's title
 * follows the text unless the text contains "{title}".
 */
const ADMIN_ACTIONS = {
  "post.pin": "An administrator pinned your post",
  "post.unpin": "An administrator unpinned your post",
  "post.lock": "An administrator locked comments on your post",
  "post.unlock": "An administrator unlocked comments on your post",
  "post.move": "An administrator moved your post {title} to another category",
  "post.edit": "An administrator edited your post",
  "post.delete": "An administrator deleted your post",
  "post.restore": "An administrator restored your post",
  "comment.edit": "An administrator edited your comment on",
  "comment.delete": "An administrator deleted your comment on",
  "comment.restore": "An administrator restored your comment on",
  "member.edit": "An administrator edited your profile",
  "member.verify": "Your profile now has the Verified badge",
  "member.unverify": "Your profile no longer has the Verified badge",
  "role.admin": "You are now an administrator",
  "role.user": "You are no longer an administrator",
  "member.unsuspend": "An administrator ended your suspension. Welcome back!",
} as const;

/** "decided" notifies reporters, "reported" the author. "+removed" means that the target was also removed. */
type ReportOutcome = `${"decided" | "reported"}.${ReportAction}${"" | "+removed"}`;

export type NotifiedAdminAction = keyof typeof ADMIN_ACTIONS | ReportOutcome;

const REPORT_OUTCOME = /^(decided|reported)[.]([a-z]+)([+]removed)?$/;

/** Describes an admin action as parts of a sentence before and after the target's title. */
export function describeAdminAction(key: string, targetKind: ReportableKind, hasTitle: boolean) {
  const [action = "", suffix = ""] = buildSentence(key, targetKind, hasTitle).split(" {title}");
  return { action, suffix };
}

/** `targetKind` and `hasTitle` only matter for decisions on reports. */
function buildSentence(key: string, targetKind: ReportableKind, hasTitle: boolean): string {
  if (Object.hasOwn(ADMIN_ACTIONS, key)) return ADMIN_ACTIONS[key as keyof typeof ADMIN_ACTIONS];
  const [, audience, actionName, removed] = REPORT_OUTCOME.exec(key) ?? [];
  const action = REPORT_ACTIONS.find((name) => name === actionName);
  if (!action) return "An administrator took an action that affects you";
  const outcome = { targetKind, action, alsoRemoved: removed !== undefined };
  // A comment's title is that of its post.
  const namedTarget = hasTitle ? `${targetKind}${targetKind === "comment" ? " on" : ""} {title}` : targetKind;
  return audience === "decided"
    ? `An administrator ${describeReview(outcome, `your report about the ${namedTarget}`)}`
    : `Your ${namedTarget} was reported. An administrator ${describeOutcome(outcome, "author")}`;
}
