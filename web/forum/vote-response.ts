import { data, type RouterContextProvider, redirect } from "react-router";
import type { VoteState } from "#core/forum/votes.ts";
import { isScriptRequest } from "#web/forms/script-request.ts";
import { attempt, type Refusal } from "#web/operation.ts";
import { createNoticeCookie } from "#web/page/notice.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";

/** The response of the vote routes to a fetcher. */
export type VoteResult =
  | { readonly ok: true; readonly votes: VoteState }
  | { readonly ok: false; readonly refusal: Refusal; readonly votes?: VoteState };

/** Returns 1 or -1, or NaN for anything else, which the forum rejects. */
export function parseVote(form: FormData): number {
  const vote = form.get("vote");
  return vote === "1" || vote === "-1" ? Number(vote) : Number.NaN;
}

/** Returns the counters to scripts. Without JavaScript it redirects back to the arrow's page with a notice. */
export async function createVoteResponse(
  context: Readonly<RouterContextProvider>,
  request: Request,
  result: Awaited<ReturnType<typeof attempt<VoteState>>>,
  postId: string,
) {
  if (isScriptRequest(request)) {
    if (result.ok) return { ok: true, votes: result.value } satisfies VoteResult;
    const { refusal, status } = result;
    const votes = refusal.code === "already_voted" ? await readVotes(context, postId) : undefined;
    return data({ ok: false, refusal, ...(votes && { votes }) } satisfies VoteResult, { status });
  }
  const notice = result.ok ? (result.value.ownVote === 0 ? null : "vote-recorded") : result.refusal.code;
  return redirect(
    getReferrerPath(request, `/forum/${encodeURIComponent(postId)}`),
    notice ? { headers: { "Set-Cookie": createNoticeCookie(notice) } } : {},
  );
}

/** The page doesn't know of the earlier vote: it was cast in another tab, or its response was abandoned for this one. */
async function readVotes(context: Readonly<RouterContextProvider>, postId: string) {
  const result = await attempt(context, (app, viewer) => app.forum.getPostVotes(viewer, postId));
  return result.ok ? result.value : undefined;
}
