import type { Session } from "@supabase/auth-js";
import type { EmailPurpose } from "#core/accounts/sign-in-options.ts";
import type { AcceptedLanding, AccountName } from "#server/auth/index.ts";
import type { Refusal } from "#web/operation.ts";
import { getSessionPurpose } from "./parse-landing.ts";

/**
 * A session from an emailed link, or from a sign-in with a provider or single sign-on. This browser hasn't stored it
 * yet, because the user may have to accept it first.
 */
export interface LinkSession {
  readonly session: Session;
  readonly purpose: EmailPurpose;
  readonly account: AccountName;
  /** Whether this browser requested the link or started the sign-in. */
  readonly isRequestedHere: boolean;
}

export type LandingResult =
  | { readonly kind: "session"; readonly linkSession: LinkSession }
  /** A code that another browser requested. */
  | { readonly kind: "other-browser" }
  /** Tokens that this site hasn't just sent to this browser, or that no longer work. */
  | { readonly kind: "foreign" }
  | { readonly kind: "refused"; readonly code: string; readonly message: string };

/** The response of /auth/landing/check, unless it refuses the tokens. */
export type CheckResult = { readonly accepted: AcceptedLanding } | { readonly account: AccountName };

/**
 * Exchanges a code, which works only in the browser that requested it. The username is unknown until `addUsername`.
 * Throws the client's error if the server is unreachable or fails.
 */
export async function receiveCode(
  code: string,
  linkPurpose: EmailPurpose | undefined,
): Promise<LandingResult> {
  const { exchangeCode } = await import("#web/session/auth-client.ts");
  const { data, error } = await exchangeCode(code);
  if (error) {
    if (error.name === "AuthRetryableFetchError") throw error;
    return error.name === "AuthPKCECodeVerifierMissingError" || error.code === "bad_code_verifier"
      ? { kind: "other-browser" }
      : { kind: "refused", code: error.code ?? "", message: error.message };
  }
  const { session } = data;
  return {
    kind: "session",
    linkSession: {
      session,
      purpose: getSessionPurpose(session.access_token, linkPurpose),
      account: { username: "", email: session.user.email || null },
      isRequestedHere: true,
    },
  };
}

/** Asks the server for the account's username, if it isn't known yet. */
export async function addUsername(linkSession: LinkSession): Promise<LinkSession> {
  if (linkSession.account.username !== "") return linkSession;
  const response = await checkTokens({ access_token: linkSession.session.access_token });
  return "account" in response ? { ...linkSession, account: response.account } : linkSession;
}

/** Exchanges tokens for a session. The server accepts only tokens that it has just sent to this browser. */
export async function receiveTokens(tokens: {
  readonly accessToken: string;
  readonly refreshToken: string;
}): Promise<LandingResult> {
  const response = await checkTokens({
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
  });
  if ("accepted" in response) {
    const { session, ...rest } = response.accepted;
    return {
      kind: "session",
      linkSession: { ...rest, session: session as unknown as Session, isRequestedHere: false },
    };
  }
  if ("code" in response && response.code !== "bad_code_verifier") return { kind: "refused", ...response };
  return { kind: "foreign" };
}

async function checkTokens(form: Record<string, string>): Promise<CheckResult | Refusal> {
  const response = await fetch("/auth/landing/check", { method: "POST", body: new URLSearchParams(form) });
  return (await response.json()) as CheckResult | Refusal;
}
