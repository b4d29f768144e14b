import { AUTH_ERRORS } from "#core/accounts/auth-errors.ts";
import type { EmailPurpose } from "#core/accounts/sign-in-options.ts";
import { getOwn } from "#core/get-own.ts";
import { decodeClaims } from "#web/session/claims.ts";

/** What the URL says about an emailed link or a sign-in with a provider. Don't trust it: anyone can forge a URL. */
export type Landing =
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "tokens"; readonly accessToken: string; readonly refreshToken: string }
  | { readonly kind: "refused"; readonly code: string; readonly message: string }
  | { readonly kind: "partial" }
  | { readonly kind: "nothing" };

/** Reads the query and the fragment. For errors and messages, the fragment takes precedence. */
export function parseLanding(search: string, hash: string): Landing {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  const getParam = (name: string) => fragment.get(name) || query.get(name) || "";
  const code = getParam("error_code") || getParam("error");
  if (code) return { kind: "refused", code, message: getErrorMessage(code) };
  const authCode = query.get("code");
  if (authCode) return { kind: "code", code: authCode };
  const [accessToken, refreshToken] = [fragment.get("access_token"), fragment.get("refresh_token")];
  if (accessToken && refreshToken) return { kind: "tokens", accessToken, refreshToken };
  return getParam("message") ? { kind: "partial" } : { kind: "nothing" };
}

/**
 * Returns our own message for an error code; "" if it's unknown. The URL's message is never shown, because anyone can
 * forge a URL.
 */
const getErrorMessage = (code: string) =>
  Object.hasOwn(AUTH_ERRORS, code) ? AUTH_ERRORS[code as keyof typeof AUTH_ERRORS].message : "";

const PURPOSES: Readonly<Record<string, EmailPurpose>> = {
  "email/signup": "signup",
  invite: "invite",
  recovery: "recovery",
  magiclink: "magic-link",
  email_change: "email-change",
};

/** The purpose of the link that a new session came from. A resent invitation signs in like a sign-up. */
export function getSessionPurpose(accessToken: string, linkPurpose: EmailPurpose | undefined): EmailPurpose {
  const method = decodeClaims(accessToken)?.amr?.[0]?.method ?? "";
  const purpose = getOwn(PURPOSES, method) ?? "magic-link";
  return purpose === "signup" && linkPurpose === "invite" ? "invite" : purpose;
}
