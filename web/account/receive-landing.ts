import type { Session } from "@supabase/auth-js";
import type { MailPurpose } from "#core/accounts/sign-in-options.ts";
import type { AcceptedLanding, AccountName } from "#server/auth/index.ts";
import { purposeOfSession } from "./read-landing.ts";

/** A session that a link opened on the server. This browser has not stored it: its user is asked first. */
export interface Offer {
  readonly session: Session;
  readonly purpose: MailPurpose;
  readonly account: AccountName;
  /** This browser asked for the link itself. */
  readonly isAsked: boolean;
}

export type Received =
  | { readonly kind: "offer"; readonly offer: Offer }
  /** A code that another browser asked for. */
  | { readonly kind: "elsewhere" }
  /** Tokens that no link of this site has brought to this browser. */
  | { readonly kind: "foreign" }
  | { readonly kind: "refused"; readonly code: string; readonly message: string };

/** What /auth/landing/check answers. */
export type CheckAnswer =
  | { readonly accepted: AcceptedLanding }
  | { readonly account: AccountName }
  | { readonly refused: { readonly code: string; readonly message: string } };

/** Trades a code that this browser asked for. The account is known by its email alone until `nameOffer`. */
export async function receiveCode(code: string, asked: MailPurpose | undefined): Promise<Received> {
  const { tradeCode } = await import("./auth-client.ts");
  const { data, error } = await tradeCode(code);
  if (error) {
    if (error.name === "AuthRetryableFetchError") throw error;
    return error.name === "AuthPKCECodeVerifierMissingError" || error.code === "bad_code_verifier"
      ? { kind: "elsewhere" }
      : { kind: "refused", code: error.code ?? "", message: error.message };
  }
  const { session } = data;
  return {
    kind: "offer",
    offer: {
      session,
      purpose: purposeOfSession(session.access_token, asked),
      account: { username: "", email: session.user.email || null },
      isAsked: true,
    },
  };
}

/** The offer with the account's name, where it is asked about. */
export async function nameOffer(offer: Offer): Promise<Offer> {
  if (offer.account.username !== "") return offer;
  const answer = await check({ access_token: offer.session.access_token });
  return "account" in answer ? { ...offer, account: answer.account } : offer;
}

/** Has the server say whose the tokens of a fragment are, and whether a link of this site brought them here. */
export async function receiveTokens(tokens: {
  readonly accessToken: string;
  readonly refreshToken: string;
}): Promise<Received> {
  const answer = await check({ access_token: tokens.accessToken, refresh_token: tokens.refreshToken });
  if ("accepted" in answer) {
    const { session, ...rest } = answer.accepted;
    return { kind: "offer", offer: { ...rest, session: session as unknown as Session, isAsked: false } };
  }
  if ("refused" in answer && answer.refused.code !== "bad_code_verifier")
    return { kind: "refused", ...answer.refused };
  return { kind: "foreign" };
}

async function check(form: Record<string, string>): Promise<CheckAnswer> {
  const response = await fetch("/auth/landing/check", { method: "POST", body: new URLSearchParams(form) });
  return (await response.json()) as CheckAnswer;
}
