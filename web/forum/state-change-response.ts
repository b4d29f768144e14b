import { data, redirect } from "react-router";
import type { Notice } from "#core/notices.ts";
import { isScriptRequest } from "#web/forms/script-request.ts";
import type { attempt, Refusal } from "#web/operation.ts";
import { createNoticeCookie } from "#web/page/notice.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import { createSignInLink } from "#web/page/sign-in-link.ts";

/** The response of the follow and save routes to a fetcher. */
export type StateChangeResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Returns the new state to scripts. Without JavaScript it redirects back to the button's page (`fallbackPath` if
 * that is unknown), or to sign-in.
 */
export function createStateChangeResponse<Value>(
  request: Request,
  result: Awaited<ReturnType<typeof attempt<Value>>>,
  fallbackPath: string,
  getNotice: (value: Value) => Notice,
) {
  if (isScriptRequest(request)) {
    return result.ok
      ? ({ ok: true, value: result.value } satisfies StateChangeResult<Value>)
      : data({ ok: false, refusal: result.refusal } satisfies StateChangeResult<Value>, {
          status: result.status,
        });
  }
  const returnPath = getReferrerPath(request, fallbackPath);
  const code = result.ok ? getNotice(result.value) : result.refusal.code;
  return redirect(code === "not_signed_in" ? createSignInLink(returnPath).to : returnPath, {
    headers: { "Set-Cookie": createNoticeCookie(code) },
  });
}
