import { data, redirect } from "react-router";
import type { Notice } from "#core/notices.ts";
import type { attempt, Refusal } from "#web/operation.ts";
import { backPath } from "#web/shell/back-path.ts";
import { noticeCookie } from "#web/shell/notice.ts";
import { isScriptRequest } from "#web/shell/script-request.ts";
import { signInLink } from "#web/shell/sign-in-link.ts";

/** The response of the follow and save routes to a fetcher. */
export type MarkAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

/** Returns the new state to scripts. Without JavaScript it redirects back to the button's page, or to sign-in. */
export function answerMark<Value>(
  request: Request,
  result: Awaited<ReturnType<typeof attempt<Value>>>,
  postId: string,
  getNotice: (value: Value) => Notice,
) {
  if (isScriptRequest(request)) {
    return result.ok
      ? ({ ok: true, value: result.value } satisfies MarkAnswer<Value>)
      : data({ ok: false, refusal: result.refusal } satisfies MarkAnswer<Value>, { status: result.status });
  }
  const back = backPath(request, `/forum/${encodeURIComponent(postId)}`);
  const code = result.ok ? getNotice(result.value) : result.refusal.code;
  return redirect(code === "not_signed_in" ? signInLink(back).to : back, {
    headers: { "Set-Cookie": noticeCookie(code) },
  });
}
