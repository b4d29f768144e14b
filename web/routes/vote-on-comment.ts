import { data, redirect } from "react-router";
import { attempt } from "#web/operation.ts";
import { backPath } from "#web/shell/back-path.ts";
import { noticeCookie } from "#web/shell/notice.ts";
import { isScriptRequest } from "#web/shell/script-request.ts";
import type { Route } from "./+types/vote-on-comment";

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData();
  const voteType = form.get("vote") === "-1" ? -1 : 1;
  const result = await attempt(context, (app, viewer) =>
    app.forum.voteOnComment(viewer, { commentId: params.commentId, voteType }),
  );
  if (isScriptRequest(request)) {
    return result.ok
      ? { ok: true as const, votes: result.value }
      : data({ ok: false as const, refusal: result.refusal }, { status: result.status });
  }
  const notice = result.ok ? (result.value.ownVote === 0 ? null : "vote-recorded") : result.refusal.code;
  return redirect(
    backPath(request, `/forum/${params.postId}`),
    notice ? { headers: { "Set-Cookie": noticeCookie(notice) } } : {},
  );
}

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/forum/${params.postId}`);
}
