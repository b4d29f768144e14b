import type { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthSession } from "#core/accounts/session.ts";

const ERROR_NAMES: Readonly<Record<number, string>> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  500: "server_error",
  503: "temporarily_unavailable",
};

/** Marks each fragment, as Supabase Auth does, so that clients can distinguish it from another provider's. */
const FRAGMENT_MARKER = { sb: "" };

/** Puts the tokens in the fragment, so that they don't appear in server logs. `type` is that of an emailed link. */
export function buildSessionRedirect(target: string, session: AuthSession, type?: string): string {
  return addFragment(target, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    ...FRAGMENT_MARKER,
    token_type: session.token_type,
    ...(type === undefined ? {} : { type }),
  });
}

export function buildCodeRedirect(target: string, code: string): string {
  const url = new URL(target);
  url.searchParams.set("code", code);
  return url.href;
}

export const buildMessageRedirect = (target: string, message: string, isPkceFlow: boolean) =>
  addParameters(target, { message }, isPkceFlow);

/** Builds the redirect URL for an error. In a PKCE flow, the browser reads the error from the query. */
export function buildErrorRedirect(
  target: string,
  { status, code, message }: AuthError,
  isPkceFlow: boolean,
) {
  const error = ERROR_NAMES[status];
  const parameters = { ...(error && { error }), error_code: code, error_description: message };
  return addParameters(target, parameters, isPkceFlow);
}

function addParameters(target: string, parameters: Record<string, string>, isPkceFlow: boolean): string {
  const url = new URL(target);
  if (isPkceFlow) for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
  return addFragment(url.href, { ...parameters, ...FRAGMENT_MARKER });
}

function addFragment(target: string, fragment: Record<string, string>): string {
  const url = new URL(target);
  url.hash = new URLSearchParams(fragment).toString();
  return url.href;
}
