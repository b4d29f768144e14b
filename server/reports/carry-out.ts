import type { Member } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { Decision, RawDecision } from "#core/reports/report-input.ts";
import { type NewAct, recordAct } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { clearProfile, replaceBio } from "#server/profiles/index.ts";
import type { ReportDeps } from "./deps.ts";
import { type FoundThing, findThing } from "./find-thing.ts";
import type { HeldGroup } from "./hold-group.ts";

/** What a decision did. */
export interface Deeds {
  /** Null where the thing is not there to be seen any more. */
  readonly shown: FoundThing | null;
  /** Whose picture is out of the profile, so that its file can go. */
  readonly clearedId: string | null;
}

/**
 * Does to the thing and its author what was decided, each act in the audit log. Throws AppError: reported_gone,
 * author_gone, invalid_input and missing_information for the words of an edit.
 */
export async function carryOut(
  deps: ReportDeps,
  tx: Tx,
  viewer: Member,
  group: HeldGroup,
  decision: Decision,
  words: Pick<RawDecision, "title" | "content">,
): Promise<Deeds> {
  const { action, alsoRemove, conclusion } = decision;
  const found = await findThing(tx, group.kind, group.thingId);
  const thing = found && !found.isGone ? found : null;
  const record = (act: Omit<NewAct, "why">) => recordAct(tx, viewer, { ...act, why: conclusion });

  if (action === "warn") {
    if (group.authorId === null || group.authorName === null) throw new AppError("author_gone");
    await record({
      act: "member.warn",
      thing: { kind: "member", id: group.authorId, name: group.authorName },
    });
  }
  if (action === "edit") {
    if (!thing) throw new AppError("reported_gone");
    await record(await edit(deps, tx, viewer, thing, words));
    return { shown: (await findThing(tx, group.kind, group.thingId)) ?? thing, clearedId: null };
  }
  if (action === "remove" || alsoRemove) {
    // Beside a warning or a suspension: what is gone already need not be taken away.
    if (!thing && alsoRemove) return { shown: null, clearedId: null };
    if (!thing) throw new AppError("reported_gone");
    await record(await remove(deps, tx, viewer, thing));
    return thing.kind === "profile"
      ? { shown: thing, clearedId: thing.id }
      : { shown: null, clearedId: null };
  }
  return { shown: thing, clearedId: null };
}

async function remove(
  { forum }: ReportDeps,
  tx: Tx,
  viewer: Member,
  thing: FoundThing,
): Promise<Omit<NewAct, "why">> {
  const { kind, id, name, title, content, avatarUrl } = thing;
  if (kind === "profile") {
    await clearProfile(tx, id);
    return {
      act: "member.edit",
      thing: { kind: "member", id, name },
      before: { bio: content, picture: avatarUrl ?? "" },
      after: { bio: "", picture: "" },
    };
  }
  if (kind === "post") {
    await forum.within(tx).deletePost(viewer, id);
    return { act: "post.delete", thing: { kind, id, name }, before: { title, content } };
  }
  await forum.within(tx).deleteComment(viewer, id);
  return { act: "comment.delete", thing: { kind, id, name }, before: { content } };
}

async function edit(
  { forum }: ReportDeps,
  tx: Tx,
  viewer: Member,
  thing: FoundThing,
  given: Pick<RawDecision, "title" | "content">,
): Promise<Omit<NewAct, "why">> {
  const { kind, id, name, title, category, tags } = thing;
  const before = thing.content;
  if (kind === "profile") await replaceBio(tx, id, given.content);
  else if (kind === "post") await forum.within(tx).editPost(viewer, { id, ...given, category, tags });
  else await forum.within(tx).editComment(viewer, { id, content: given.content });

  const now = await findThing(tx, kind, id);
  if (now?.content === before && now.title === title)
    throw new AppError("invalid_input", {
      fields: { content: "Change the words, or choose another decision." },
    });
  const after = now?.content ?? "";
  if (kind === "profile")
    return {
      act: "member.edit",
      thing: { kind: "member", id, name },
      before: { bio: before },
      after: { bio: after },
    };
  return kind === "post"
    ? {
        act: "post.edit",
        thing: { kind, id, name },
        before: { title, content: before },
        after: { title: now?.title ?? "", content: after },
      }
    : {
        act: "comment.edit",
        thing: { kind, id, name },
        before: { content: before },
        after: { content: after },
      };
}
