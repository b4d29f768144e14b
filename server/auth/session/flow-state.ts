import { createHash, randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import { isSameSecret } from "#server/platform/is-same-secret.ts";
import type { AuthDeps } from "../deps.ts";
import { oauthAuthorizations } from "../oauth-server/tables.ts";
import { type Body, createValidationError, readTextField } from "../request-body.ts";
import { flowStates } from "../tables.ts";
import type { SignInMethod } from "./start-session.ts";

/** A PKCE challenge. Only the browser that started the flow has the verifier. */
export interface Challenge {
  readonly challenge: string;
  readonly method: "s256" | "plain";
}

/** Where an emailed link leads. */
export interface LinkTarget {
  /** The final redirect target. Already checked. */
  readonly redirectTo: string;
  readonly challenge?: Challenge | undefined;
}

const CODE_SECONDS = 300;
const CHALLENGE_PATTERN = /^[A-Za-z0-9._~-]{43,128}$/;

/** Reads the request's challenge, if any. Throws AuthError("validation_failed") if it is incomplete or invalid. */
export function readChallenge(body: Body): Challenge | undefined {
  const challenge = readTextField(body, "code_challenge") || undefined;
  const method = readTextField(body, "code_challenge_method")?.toLowerCase() || undefined;
  if (challenge === undefined && method === undefined) return undefined;
  if (challenge === undefined || method === undefined)
    throw createValidationError("PKCE flow requires code_challenge_method and code_challenge");
  if (method !== "s256" && method !== "plain")
    throw createValidationError("Code challenge method must be s256 or plain");
  if (!CHALLENGE_PATTERN.test(challenge))
    throw createValidationError(
      "Code challenge has to be between 43 and 128 characters of A-Z a-z 0-9 - . _ ~",
    );
  return { challenge, method };
}

/** Starts a flow. Its code is issued once the user is authenticated. */
export async function beginFlow(
  auth: AuthDeps,
  tx: Tx,
  { challenge, method }: Challenge,
  signInMethod: SignInMethod,
  provider: string | null = null,
): Promise<string> {
  const [flow] = await tx
    .insert(flowStates)
    .values({
      codeChallenge: challenge,
      codeChallengeMethod: method,
      method: signInMethod,
      provider,
      createdAt: auth.clock.now(),
    })
    .returning({ id: flowStates.id });
  if (!flow) throw new Error("a flow could not be stored");
  return flow.id;
}

/** Issues the code that the browser exchanges for a session. Only its hash is stored. */
export async function issueCode(auth: AuthDeps, tx: Tx, flowId: string, userId: string): Promise<string> {
  const code = randomUUID();
  await tx
    .update(flowStates)
    .set({ userId, codeHash: hashCode(code), codeIssuedAt: auth.clock.now() })
    .where(eq(flowStates.id, flowId));
  return code;
}

/**
 * Consumes a code; only one of several concurrent requests succeeds. A wrong verifier doesn't consume the code, so that
 * no one without the verifier can invalidate it. Throws AuthError: flow_state_not_found, flow_state_expired,
 * bad_code_verifier.
 */
export async function consumeCode(auth: AuthDeps, tx: Tx, code: string, verifier: string) {
  const [flow] = await tx
    .select()
    .from(flowStates)
    .where(eq(flowStates.codeHash, hashCode(code)))
    .for("update");
  if (!flow?.userId || !flow.codeIssuedAt) throw new AuthError("flow_state_not_found");
  if (auth.clock.now().getTime() - flow.codeIssuedAt.getTime() >= CODE_SECONDS * 1000)
    throw new AuthError("flow_state_expired");
  const computedChallenge =
    flow.codeChallengeMethod === "plain"
      ? verifier
      : createHash("sha256").update(verifier).digest("base64url");
  if (!isSameSecret(computedChallenge, flow.codeChallenge)) throw new AuthError("bad_code_verifier");
  await tx.delete(flowStates).where(eq(flowStates.id, flow.id));
  return { userId: flow.userId, method: flow.method as SignInMethod, provider: flow.provider };
}

/** Deletes the user's codes that haven't been exchanged, both those of PKCE flows and those of apps. */
export async function deleteAuthCodes(tx: Tx, userId: string): Promise<void> {
  await tx.delete(flowStates).where(eq(flowStates.userId, userId));
  await tx
    .delete(oauthAuthorizations)
    .where(and(eq(oauthAuthorizations.userId, userId), isNull(oauthAuthorizations.exchangedAt)));
}

const hashCode = (code: string) => createHash("sha256").update(code).digest();
