import { ERRORS, type ErrorCode } from "#core/errors.ts";
import { NOTICES, type Notice } from "#core/notices.ts";
import type { ToastMessage } from "#web/ui/toast.tsx";
import { parseCookie } from "./parse-cookie.ts";
import { createSignInLink } from "./sign-in-link.ts";

const COOKIE = "lattice-notice";

/**
 * A Set-Cookie header that shows a message on the next page, with a link to the post `postId`. The cookie contains a
 * code instead of the message, so that no text can be injected.
 */
export function createNoticeCookie(code: Notice | ErrorCode, postId?: string): string {
  return `${COOKIE}=${code}${postId ? `.${postId}` : ""}; Path=/; Max-Age=60; SameSite=Lax`;
}

export function getNotice(code: Notice, postId?: string): ToastMessage {
  return postId ? { ...NOTICES[code], link: { label: "View post", to: `/forum/${postId}` } } : NOTICES[code];
}

export const CLEAR_NOTICE = `${COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;

/**
 * The message that an earlier response set for the next page, if any. `path` is the path and query of the page that
 * shows it.
 */
export function parseNotice(cookieHeader: string | null, path: string): ToastMessage | null {
  const [, code, postId] =
    /^([\w-]+)(?:\.([\da-f-]{36}))?$/.exec(parseCookie(cookieHeader, COOKIE) ?? "") ?? [];
  if (code === undefined) return null;
  if (Object.hasOwn(NOTICES, code)) return getNotice(code as Notice, postId);
  if (Object.hasOwn(ERRORS, code)) {
    const { title, message } = ERRORS[code as ErrorCode];
    const notice = { title, description: message, destructive: true };
    return code === "sign_in_to_vote" ? { ...notice, link: createSignInLink(path) } : notice;
  }
  return null;
}
