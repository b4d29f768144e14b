import type { GoTrueClient, Session } from "@supabase/auth-js";
import { readClientError } from "#core/accounts/auth-failure.ts";
import { getOwn } from "#core/get-own.ts";
import { getErrorMessage } from "#web/forms/describe-error.ts";
import type { ChosenPasskey } from "./passkey-autofill.ts";

/**
 * This module is loaded with passkey-proof.tsx, and elsewhere when a passkey is used or added. Expected problems are
 * PasskeyErrors.
 */

class PasskeyError extends Error {
  readonly code: string;
  constructor(code: string, message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

export async function signInWithPasskey(client: GoTrueClient): Promise<Session> {
  const { data, error } = await client.signInWithPasskey();
  if (!data?.session) throw error;
  return data.session;
}

/** Signs in with a passkey that was chosen in the email field's autofill (passkey-autofill.ts). */
export async function signInWithChosenPasskey(
  client: GoTrueClient,
  passkey: ChosenPasskey,
): Promise<Session> {
  const { data, error } = await client.passkey.verifyAuthentication(passkey);
  if (!data?.session) throw error;
  return data.session;
}

/** Verifies the signed-in user with one of their passkeys, as a second factor or a step-up. */
export async function verifyWithPasskey(client: GoTrueClient, passkeyId: string): Promise<void> {
  const { error } = await client.mfa.webauthn.authenticate({ factorId: passkeyId });
  if (error) throw error;
}

/** Creates a passkey for the signed-in user. Returns errors as the client's calls do. */
export async function addPasskey(client: GoTrueClient) {
  const problem = describeMissingSupport();
  if (problem) return { data: null, error: new PasskeyError("unsupported", problem, undefined) };
  const { data, error } = await client.registerPasskey();
  return error ? { data: null, error: toPasskeyError(error) } : { data, error: null };
}

/** Why the browser can't use passkeys on this page; null if it can. */
export function describeMissingSupport(): string | null {
  if (/^(\[|[\d.]+$)/.test(location.hostname))
    return `Passkeys don't work at an IP address. Open this site at ${/^(\[::1\]|127\.)/.test(location.hostname) ? "localhost" : "its domain name"} instead.`;
  if (typeof window.PublicKeyCredential === "function") return null;
  return "This browser doesn't support passkeys on this site.";
}

/** Explains why signing in or verifying with a passkey failed. The messages of browsers are written for developers. */
export function describePasskeyProblem(error: unknown): string {
  const problem = toPasskeyError(error);
  if (problem instanceof PasskeyError) return problem.message;
  const { code, message } = readClientError(problem);
  return getErrorMessage(code, message);
}

function toPasskeyError(error: unknown): Error {
  const { name = "", status } = (error ?? {}) as { name?: string; status?: number };
  const { code } = readClientError(error);
  const message = getOwn(MESSAGES, code) ?? getOwn(MESSAGES, name);
  if (message) return new PasskeyError(code, message, error);
  // An error from the server, or a failed connection.
  if (error instanceof Error && (status !== undefined || (code !== "" && !code.startsWith("ERROR_"))))
    return error;
  return new PasskeyError(code, "Your browser couldn't use a passkey. Try again in a moment.", error);
}

const CANCELED = "The passkey request was canceled or timed out. You can try again.";

/** Messages by the code or name of an error from the auth client, the browser or the server. */
const MESSAGES: Readonly<Record<string, string>> = {
  NotAllowedError: CANCELED,
  ERROR_CEREMONY_ABORTED: CANCELED,
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "This device already has a passkey for your account.",
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    "This device can't verify you with a fingerprint, face or PIN. Use another device.",
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT:
    "This device can't store passkeys. Use another device.",
  ERROR_INVALID_DOMAIN: "Passkeys don't work on this domain.",
  ERROR_INVALID_RP_ID: "Passkeys don't work on this domain.",
  webauthn_challenge_not_found: "This passkey request is no longer valid. Try again.",
  webauthn_challenge_expired: "That took too long. Try again.",
  webauthn_verification_failed:
    "We couldn't verify this passkey. If it was removed from your account, sign in another way.",
  webauthn_credential_exists: "This passkey has already been added.",
  too_many_passkeys: "You've reached the maximum number of passkeys. Remove one first.",
  over_request_rate_limit: "Too many attempts. Please try again in a few minutes.",
};
