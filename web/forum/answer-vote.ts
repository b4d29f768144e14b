import { data, redirect } from "react-router";
import type { VoteState } from "#core/forum/votes.ts";
import type { attempt, Refusal } from "#web/operation.ts";
import { backPath } from "#web/shell/back-path.ts";
import { noticeCookie } from "#web/shell/notice.ts";
import { isScriptRequest } from "#web/shell/script-request.ts";

/** The response of the vote routes to a fetcher. */
export type VoteAnswer =
  | { readonly ok: true; readonly votes: VoteState }
  | { readonly ok: false; readonly refusal: Refusal };

/** Returns 1 or -1, or NaN for anything else, which the forum refuses. */
export function readVote(form: FormData): number {
  const vote = form.get("vote");
  return vote === "1" || vote === "-1" ? Number(vote) : Number.NaN;
}

/** Returns the counters to scripts. Without JavaScript it redirects back to the arrow's page with a notice. */
export function answerVote(
  request: Request,
  result: Awaited<ReturnType<typeof attempt<VoteState>>>,
  postId: string,
) {
  if (isScriptRequest(request)) {
    return result.ok
      ? ({ ok: true, votes: result.value } satisfies VoteAnswer)
      : data({ ok: false, refusal: result.refusal } satisfies VoteAnswer, { status: result.status });
  }
  const notice = result.ok ? (result.value.ownVote === 0 ? null : "vote-recorded") : result.refusal.code;
  return redirect(
    backPath(request, `/forum/${encodeURIComponent(postId)}`),
    notice ? { headers: { "Set-Cookie": noticeCookie(notice) } } : {},
  );
}
